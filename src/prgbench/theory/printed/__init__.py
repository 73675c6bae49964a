"""What the sources print, statement by statement, beside what is found here."""

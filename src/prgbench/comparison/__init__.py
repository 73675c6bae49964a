"""What goes beyond the paper: more than noise, at what cost, where? A folder for each part."""

"""What goes beyond the paper: is it more than noise, at what cost, where? A folder for each part."""

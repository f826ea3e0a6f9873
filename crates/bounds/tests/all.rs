mod whole;

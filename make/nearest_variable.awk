# Prints the word of known that has the least edit distance to given, case ignored, if that is below 3.

BEGIN {
    best = 3; count = split(known, names, " "); length_given = length(given);
    for (n = 1; n <= count; n++) {
        for (j = 0; j <= length(names[n]); j++) row[j] = j;
        for (i = 1; i <= length_given; i++) {
            diagonal = row[0]; row[0] = i;
            for (j = 1; j <= length(names[n]); j++) {
                change = diagonal + (toupper(substr(given, i, 1)) != substr(names[n], j, 1));
                diagonal = row[j];
                if (row[j - 1] < row[j]) row[j] = row[j - 1];
                row[j] = row[j] + 1 < change ? row[j] + 1 : change;
            }
        }
        if (row[length(names[n])] < best) { best = row[length(names[n])]; nearest = names[n]; }
    }
    print nearest
}

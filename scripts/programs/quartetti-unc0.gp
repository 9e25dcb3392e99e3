; Uncovers one square: the smallest program of the paper.
; Source: C. Quartetti, Evolving a program to play the game Minesweeper, 1998;
; parentheses repaired.
RPB (UNC 0)
ADF0 0
ADF1 0
ADF2 0

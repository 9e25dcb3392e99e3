; Uncovers a row: the paper's example of nested ADFs.
; Source: C. Quartetti, Evolving a program to play the game Minesweeper, 1998;
; parentheses repaired.
RPB (PROGN (ADF0 0 0 0) (MOV 1))
ADF0 (PROGN (ADF1 0 0) (ADF1 0 0))
ADF1 (PROGN (ADF2 0) (PROGN (ADF2 0) (ADF2 0)))
ADF2 (PROGN (UNC 0) (MOV 3))

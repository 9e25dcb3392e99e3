; plays Connect Four without looking ahead: ludus run scripts/connect4.lua --seed 1
RPB (SUB (SUB (MUL (MUL 3 (THEIRS)) (SUB (ADD (THEIRS) (MINE)) (EQ (MUL (MOVES) (THEIRS)) (MUL (ROOM) (MINE))))) (ADD 10 (KEEPS))) (SUB 1 (HEIGHT)))

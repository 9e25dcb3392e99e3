-- programs.lua -- the programs that ship, as text: the files of scripts/programs.
--
-- Figure 8 of Bridon, Correll, Dubler and Gotsch, as printed and repaired; and
-- one bred from it by scripts/battleship-pretrain.lua.

return {
  figure8 = [[
// Bridon, Correll, Dubler, Gotsch: "An Artificially Intelligent Battleship Player
// Utilizing Adaptive Firing and Placement Strategies", Figure 8, as printed.
// It does not work: Locking never shoots, so TargetHit is still true there, and
// TempHit is never set. 93.7 shots with random Target and one-line skips.

Targeting state (5/10)
1. Target
2. SavePos // for the next state
3. Shoot
4. IfHit
5. Jump

Locking state (10/20)
1. LoadPos
2. VertDir // up or down
3. MoveFwd
4. IfHit
5. Jump
6. LoadPos
7. HorzDir // left or right
8. MoveFwd
9. IfHit
10. Jump

Sinking state (9/20)
1. MoveFwd
2. Shoot
3. IfMiss // past the end
4. IfTrue // and the other side is done
5. Jump
6. IfMiss // past the end, the other side not done
7. OppDir
8. IfMiss
9. LoadPos
]],
  repaired = [[
// Bridon, Correll, Dubler, Gotsch, Figure 8, repaired: SetFalse in Targeting, Shoot
// after both moves in Locking, and Sinking keeps in TempHit that one end was
// missed already. It means the same with either reading of a failed If. 67.5
// shots with random Target, 59.3 with checkerboard Target.

Targeting state (6/10)
1. Target
2. SavePos // where the ship was found
3. SetFalse // neither end is known
4. Shoot
5. IfHit
6. Jump

Locking state (12/20)
1. LoadPos
2. VertDir
3. MoveFwd
4. Shoot
5. IfHit
6. Jump
7. LoadPos
8. HorzDir
9. MoveFwd
10. Shoot
11. IfHit
12. Jump

Sinking state (12/20)
1. MoveFwd
2. Shoot
3. IfHit
4. SetFalse
5. IfTrue // missed twice: both ends are known
6. Jump
7. IfMiss // turn round, and go on from where the ship was found
8. OppDir
9. IfMiss
10. LoadPos
11. IfMiss
12. SetTrue
]],
  pretrained = [[
// Evolved from the repaired Figure 8 on the fleets of the hard-coded opponents by
//     ludus run scripts/battleship-pretrain.lua --seed 1
// The adaptive player starts from it.

Targeting state (10/10)
1. SetTrue
2. RandDir
3. LoadPos
4. Shoot
5. Target
6. HorzDir
7. RandDir
8. IfHit
9. Jump
10. SavePos

Locking state (18/20)
1. IfHit
2. LoadPos
3. VertDir
4. VertDir
5. IfMiss
6. RandDir
7. IfTrue
8. SetFalse
9. MoveFwd
10. SetFalse
11. IfFalse
12. Shoot
13. IfHit
14. Jump
15. MoveFwd
16. SetTrue
17. LoadPos
18. VertDir

Sinking state (20/20)
1. MoveFwd
2. SetFalse
3. IfTrue
4. Jump
5. SetTrue
6. IfHit
7. SetFalse
8. IfMiss
9. IfTrue
10. Shoot
11. IfHit
12. SetFalse
13. IfMiss
14. OppDir
15. IfMiss
16. IfMiss
17. IfMiss
18. LoadPos
19. IfTrue
20. Jump
]],
}

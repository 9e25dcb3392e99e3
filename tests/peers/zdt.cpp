// zdt.cpp -- the area under the fronts that pagmo's NSGA-II finds on ZDT1 to ZDT4 in 25,000
// evaluations, a line per run, for scripts/zdt.lua to be set beside:
//
//     g++ -O1 -std=c++17 tests/peers/zdt.cpp -o zdt -lpagmo -lboost_serialization -ltbb
#include <cstdio>
#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/nsga2.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>
#include <pagmo/problems/zdt.hpp>
#include <pagmo/utils/hypervolume.hpp>
int main() {
    for (unsigned id = 1; id <= 4; id++) {
        unsigned genes = id == 4 ? 10 : 30;
        std::vector<double> low = { 0, id == 3 ? -0.7733690123 : 0 };
        std::vector<double> high = { id == 3 ? 0.8518328654 : 1, 1 };
        for (unsigned seed = 1; seed <= 20; seed++) {
            pagmo::algorithm a{ pagmo::nsga2(249, 0.9, 20, 1.0 / genes, 20, seed) };
            pagmo::population p{ pagmo::problem{ pagmo::zdt(id, genes) }, 100, seed };
            p = a.evolve(p);
            std::vector<std::vector<double>> f;
            for (auto v : p.get_f()) {
                for (int k = 0; k < 2; k++) v[k] = (v[k] - low[k]) / (high[k] - low[k]);
                if (v[0] < 1 && v[1] < 1) f.push_back(v);
            }
            std::printf("zdt%u %.6f\n", id, f.empty() ? 0. : pagmo::hypervolume(f).compute({ 1, 1 }));
        }
    }
}

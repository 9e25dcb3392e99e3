/* cma.cpp -- how many evaluations pagmo's CMA-ES needs on the usual functions.
 *
 *     g++ -O2 -I/usr/include/eigen3 -o cma cma.cpp -lpagmo -lboost_serialization -ltbb
 *     ./cma FUNCTION GENES POPULATION SIGMA TARGET LIMIT FIRST_SEED SEEDS
 *
 * prints a line per seed: the evaluations after which the first value of at
 * most TARGET was found, or, below 0, all it made if there was none.
 */
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <pagmo/algorithm.hpp>
#include <pagmo/algorithms/cmaes.hpp>
#include <pagmo/population.hpp>
#include <pagmo/problem.hpp>

static long evaluations, reached;
static double target;

struct Function {
    std::string name = "sphere";
    unsigned    genes = 2;

    double value(const std::vector<double> &x) const {
        double sum = 0;
        for (unsigned i = 0; i < genes; i++) {
            if (name == "sphere") sum += x[i] * x[i];
            else if (name == "rastrigin")
                sum += x[i] * x[i] + 10 - 10 * std::cos(2 * M_PI * x[i]);
            else if (i > 0) {
                double a = x[i] - x[i - 1] * x[i - 1], b = 1 - x[i - 1];
                sum += 100 * a * a + b * b;
            }
        }
        return sum;
    }

    std::vector<double> fitness(const std::vector<double> &x) const {
        double f = value(x);
        evaluations++;
        if (f <= target && reached < 0) reached = evaluations;
        return { f };
    }

    std::pair<std::vector<double>, std::vector<double>> get_bounds() const {
        return { std::vector<double>(genes, -5), std::vector<double>(genes, 5) };
    }
};

int main(int argc, char **argv) {
    if (argc != 9) return 2;
    Function f;
    f.name = argv[1];
    f.genes = (unsigned)std::atoi(argv[2]);
    unsigned population = (unsigned)std::atoi(argv[3]);
    double sigma = std::atof(argv[4]);
    target = std::atof(argv[5]);
    long limit = std::atol(argv[6]);
    unsigned first = (unsigned)std::atoi(argv[7]), seeds = (unsigned)std::atoi(argv[8]);
    for (unsigned seed = first; seed < first + seeds; seed++) {
        evaluations = 0;
        reached = -1;
        pagmo::population pop(pagmo::problem(f), population, seed);
        unsigned generations = (unsigned)(limit / population);
        pagmo::algorithm a(pagmo::cmaes(generations, -1, -1, -1, -1, sigma, 1e-14, 1e-14,
                                        false, false, seed));
        a.evolve(pop);
        std::printf("%ld\n", reached > 0 ? reached : -evaluations);
    }
}

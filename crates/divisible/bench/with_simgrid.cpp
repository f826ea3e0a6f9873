// The stars of `cargo xtask bench divisible`, simulated with SimGrid: actors for masters, for their send ports and for workers.
//
// Usage: simgrid FOLDER, where FOLDER has the output of the native benchmark: platform.csv, a worker a line with
// its cluster, delay, F, f, B^D, b^D, B^R, b^R. $FIGURES names the file of records (see crates/gauge), whose first one is AS4DR in a
// ring.
//
// AS4DR in a ring, one port, results pulled, estimates exact, half of each chunk in either subchunk. What comes out is held
// against ours, so that both simulate the same.
#include <simgrid/s4u.hpp>
#include <simgrid/version.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace sg = simgrid::s4u;

constexpr double TARGET = 3.0;
// SimGrid counts whole bytes: a unit of load is so many.
constexpr double BYTES = 1e6;

struct Worker {
    double delay, F, f, BD, bD, BR, bR;
    double size = 0.0, took = 0.0, done = 0.0;
    unsigned rounds = 0;
    sg::Mailbox *inbox = nullptr, *results = nullptr, *rests = nullptr;
    sg::SemaphorePtr ready = sg::Semaphore::create(0);
};

struct Part {
    bool first;
    double size;
};

/// The chunks that a master has posted and its send port has not sent.
struct Orders {
    std::deque<Worker *> posted;
    sg::SemaphorePtr some = sg::Semaphore::create(0);
};

// What messages carry: nobody reads it.
static char nothing;

static std::uint64_t bytes(double load) { return static_cast<std::uint64_t>(load * BYTES); }

static void compute(Worker *worker) {
    worker->inbox->set_receiver(sg::Actor::self());
    while (true) {
        const auto part = worker->inbox->get_unique<Part>();
        const double begun = sg::Engine::get_clock();
        sg::this_actor::sleep_for(worker->f);
        sg::this_actor::execute(part->size);
        worker->done += part->size;
        // Offered; it goes when the master takes it.
        (part->first ? worker->results : worker->rests)->put_init(&nothing, bytes(part->size))->detach();
        if (part->first) {
            worker->took = sg::Engine::get_clock() - begun;
            worker->ready->release();
        }
    }
}

/// A send port: chunks one after the other, each in two subchunks.
static void send(Orders *orders) {
    while (true) {
        orders->some->acquire();
        Worker *worker = orders->posted.front();
        orders->posted.pop_front();
        const double half = worker->size / 2;
        for (const bool first : {true, false}) worker->inbox->put(new Part{first, half}, bytes(half));
    }
}

static void serve(const std::vector<Worker *> *workers, Orders *orders) {
    double last = 0.0;
    const auto until = [](double date) {
        // SimGrid does not tell shorter times apart.
        if (date > sg::Engine::get_clock() + 1e-9) sg::this_actor::sleep_until(date);
    };
    const auto post = [&](Worker *worker) {
        last = sg::Engine::get_clock();
        orders->posted.push_back(worker);
        orders->some->release();
    };
    for (Worker *worker : *workers) {
        if (worker != workers->front()) until(last + worker->delay);
        post(worker);
    }
    sg::CommPtr rest;
    char *unread = nullptr;
    while (true) {
        for (Worker *worker : *workers) {
            worker->ready->acquire();
            // The second result of the worker before holds the receive port.
            if (rest) rest->wait();
            rest = nullptr;
            until(last + worker->delay - (worker->size / 2 / worker->BR + worker->bR));
            worker->results->get<char>();
            if (worker->rounds > 0) rest = worker->rests->get_async<char>(&unread);
            worker->size *= TARGET / ((worker->took - worker->f) * 2 + 2 * worker->f);
            worker->rounds += 1;
            post(worker);
        }
    }
}

/// Our record of the ring, which comes first.
static std::string ring() {
    std::ifstream file(std::getenv("FIGURES"));
    std::string line;
    std::getline(file, line);
    return line;
}

/// A number of a record.
static double number(const std::string &record, const std::string &name) {
    return std::stod(record.substr(record.find("\"" + name + "\":") + name.size() + 3));
}

/// What a run came to.
struct Outcome {
    unsigned long rounds;
    double took, done;
};

/// Simulates the stars until the horizon and writes the outcome into a pipe. A process can do so once, and ends.
[[noreturn]] static void simulate(const std::string &folder, double horizon, int pipe) {
    int count = 1;
    char name[] = "simgrid";
    char *arguments[] = {name, nullptr};
    sg::Engine engine(&count, arguments);
    // A transfer lasts its latency and its size over the bandwidth, and nothing else.
    sg::Engine::set_config("network/model:CM02");
    sg::Engine::set_config("network/crosstraffic:0");
    sg::Engine::set_config("network/TCP-gamma:0");
    auto *zone = sg::create_star_zone("stars");
    const auto joined = [&](const std::string &name, double speed, double BD, double bD, double BR, double bR) {
        auto *host = zone->create_host(name, speed);
        auto *down = zone->create_link(name + "-down", BD)->set_latency(bD)->set_sharing_policy(sg::Link::SharingPolicy::FATPIPE)->seal();
        auto *up = zone->create_link(name + "-up", BR)->set_latency(bR)->set_sharing_policy(sg::Link::SharingPolicy::FATPIPE)->seal();
        zone->add_route(host->get_netpoint(), nullptr, nullptr, nullptr, {sg::LinkInRoute(up)}, false);
        zone->add_route(nullptr, host->get_netpoint(), nullptr, nullptr, {sg::LinkInRoute(down)}, false);
        return host;
    };
    std::deque<Worker> all;
    std::map<std::string, std::vector<Worker *>> clusters;
    std::vector<sg::Host *> hosts;
    std::ifstream platform(folder + "/platform.csv");
    for (std::string line; std::getline(platform, line);) {
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream fields(line);
        std::string cluster;
        Worker &worker = all.emplace_back();
        fields >> cluster >> worker.delay >> worker.F >> worker.f >> worker.BD >> worker.bD >> worker.BR >> worker.bR;
        const std::string name = "worker-" + std::to_string(all.size());
        worker.size = worker.F * TARGET;
        worker.inbox = sg::Mailbox::by_name(name);
        worker.results = sg::Mailbox::by_name(name + "-results");
        worker.rests = sg::Mailbox::by_name(name + "-rests");
        hosts.push_back(joined(name, worker.F, worker.BD * BYTES, worker.bD, worker.BR * BYTES, worker.bR));
        clusters[cluster].push_back(&worker);
    }
    std::deque<Orders> orders;
    std::vector<sg::Host *> masters;
    for (const auto &[cluster, workers] : clusters) masters.push_back(joined("master-" + cluster, 1.0, 1e30, 0.0, 1e30, 0.0));
    zone->seal();
    for (std::size_t place = 0; place < all.size(); ++place) {
        sg::Actor::create("worker", hosts[place], compute, &all[place])->daemonize();
    }
    std::size_t number = 0;
    for (const auto &[cluster, workers] : clusters) {
        Orders *own = &orders.emplace_back();
        sg::Actor::create("send", masters[number], send, own)->daemonize();
        sg::Actor::create("master", masters[number], serve, &workers, own);
        number += 1;
    }
    const auto begun = std::chrono::steady_clock::now();
    engine.run_until(horizon);
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    double done = 0.0;
    unsigned long rounds = 0;
    for (const Worker &worker : all) {
        done += worker.done;
        rounds += worker.rounds;
    }
    const Outcome outcome{rounds, took, done};
    const bool told = write(pipe, &outcome, sizeof outcome) == sizeof outcome;
    // What still goes on is not tidied up.
    std::_Exit(told ? 0 : 1);
}

int main(int, char **arguments) {
    const std::string record = ring();
    const double horizon = number(record, "horizon");
    Outcome outcome{};
    std::vector<double> rates;
    for (int run = 0; run < (std::getenv("QUICK") ? 1 : 5); ++run) {
        int ends[2];
        if (pipe(ends) != 0) return 1;
        const pid_t child = fork();
        if (child == 0) simulate(arguments[1], horizon, ends[1]);
        close(ends[1]);
        const bool heard = read(ends[0], &outcome, sizeof outcome) == sizeof outcome;
        close(ends[0]);
        waitpid(child, nullptr, 0);
        if (!heard) return 1;
        rates.push_back(6e-6 * outcome.rounds / outcome.took);
    }
    const std::string name = "SimGrid " + std::to_string(SIMGRID_VERSION_MAJOR) + "." + std::to_string(SIMGRID_VERSION_MINOR);
    std::ofstream file(std::getenv("FIGURES"), std::ios::app);
    file.precision(17);
    file << record.substr(0, record.size() - 1) << ",\"peer\":{\"name\":\"" << name << "\",\"runs\":[";
    for (std::size_t run = 0; run < rates.size(); ++run) file << (run ? "," : "") << rates[run];
    file << "]}}\n";
    std::sort(rates.begin(), rates.end());
    std::printf("\n%s, the same stars for %g s: %lu rounds, %.3f million events/s (six a round, as ours)\n", name.c_str(), horizon,
                outcome.rounds, rates[rates.size() / 2]);
    std::printf("rounds: ours %.0f, SimGrid %lu; load per second: ours %.1f, SimGrid %.1f (it counts a subchunk when it ends)\n",
                number(record, "rounds"), outcome.rounds, number(record, "throughput"), outcome.done / horizon);
}

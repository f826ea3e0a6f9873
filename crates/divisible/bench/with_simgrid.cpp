// The stars of `cargo xtask bench divisible`, simulated with SimGrid: actors for masters, for their send ports and for workers.
//
// Usage: simgrid FOLDER, where FOLDER has the output of the native benchmark: platform.csv, a worker a line with
// its cluster, delay, F, f, B^D, b^D, B^R, b^R, and figures.json, whose first case is AS4DR in a ring.
//
// AS4DR in a ring, one port, results pulled, estimates exact, half of each chunk in either subchunk. What comes out is held
// against ours, so that both simulate the same.
#include <simgrid/s4u.hpp>
#include <simgrid/version.h>

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
constexpr double HORIZON = 2000.0;
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

/// A number of figures.json's first case.
static double figure(const std::string &text, const std::string &name) {
    const auto at = text.find("\"" + name + "\":", text.find("\"0\":"));
    return std::stod(text.substr(at + name.size() + 3));
}

static std::string read(const std::string &path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

int main(int count, char **arguments) {
    sg::Engine engine(&count, arguments);
    const std::string folder = arguments[1];
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
    engine.run_until(HORIZON);
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    double done = 0.0;
    unsigned long rounds = 0;
    for (const Worker &worker : all) {
        done += worker.done;
        rounds += worker.rounds;
    }
    const double rate = 6.0 * rounds / took;
    const std::string ours = read(folder + "/figures.json");
    std::printf("\nSimGrid %d.%d, the same stars for %g s: %lu rounds, %.2f s, %.3f million events/s (six a round, as ours)\n",
                SIMGRID_VERSION_MAJOR, SIMGRID_VERSION_MINOR, HORIZON, rounds, took, 1e-6 * rate);
    std::printf("ours is %.0f times as fast; rounds: ours %.0f, SimGrid %lu; load per second: ours %.1f, SimGrid %.1f (it counts a "
                "subchunk when it ends)\n",
                figure(ours, "rate") / rate, figure(ours, "rounds"), rounds, figure(ours, "sum"), done / HORIZON);
    std::fflush(stdout);
    // What still goes on is not tidied up.
    std::_Exit(0);
}

// tests/embed/host.cpp: the same from C++, with two runtimes at once.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <string>
#include <thread>

#include "classic.h"
#include "service.h"

extern "C" bool svc_FUN_FreshServer(PForeignCall *call)
{
    return p_foreign_cannot(call, "not here");
}

struct Service {
    std::string heard;
    std::atomic<int> count{0};
};

static void on_reply(PMachine *m, void *, uint32_t event, PWord payload)
{
    Service *service = static_cast<Service *>(plait_user(m->runtime));
    assert(event == svc_E_eReply);
    service->heard = svc_read_eReply(payload).text;
    service->count++;
}

int main()
{
    PlaitMachine client = PlaitMachine();
    client.name = "Client";
    client.code.event = on_reply;
    Service services[2];
    PlaitRuntime *runtimes[2];
    std::thread threads[2];
    for (int i = 0; i < 2; i++) {
        PlaitOptions options = PlaitOptions();
        options.workers = 2;
        options.user = &services[i];
        options.machines = &client;
        options.machine_count = 1;
        runtimes[i] = plait_new(&svc_program, &options, nullptr);
        assert(runtimes[i]);
    }
    for (int i = 0; i < 2; i++)
        threads[i] = std::thread([&, i] {
            PWord server = plait_create(runtimes[i], svc_I_Server, 0);
            PWord me = plait_create(runtimes[i], svc_I_Client, 0);
            for (int n = 0; n < 10000; n++)
                svc_post_eReq(runtimes[i], server, me, n, i ? "two" : "one");
        });
    for (int i = 0; i < 2; i++) {
        threads[i].join();
        assert(plait_drain(runtimes[i], 0) == PLAIT_IDLE);
        assert(services[i].count == 10000);
        std::printf("%s\n", services[i].heard.c_str());
        assert(plait_free(runtimes[i]));
    }
    PlaitRuntime *old = plait_new(&old_program, nullptr, nullptr);
    assert(old && plait_free(old));
    return 0;
}

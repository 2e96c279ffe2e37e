# The front door. CMake does the work; `make help` lists the rooms.

FUZZ_SECONDS ?= 600
FUZZ_TEST_SECONDS ?= 20
FUZZ_PROGRAMS ?= 100000
FUZZ_SEED ?= 1
CAMPAIGN_SCHEDULES ?= 100000
ORACLE_PROGRAMS ?= 20000
ORACLE_SEED ?= 1
REDUCED_PROGRAMS ?= 20000
REDUCED_SEED ?= 1
FAULT_SEEDS ?= 100000
FAULT_FIRST ?= 1
FAULT_ROUNDS ?= 200
CONFORM_ROUNDS ?= 1
PREFIX ?= /usr/local

export FUZZ_TEST_SECONDS

.PHONY: deb deb-test static vscode vscode-test tree-sitter all build setup demo test bench tables judge fuzz fuzz-programs campaign oracle faults conform asan tsan install clean help

all: build

build:
	@tools/setup --check build
	@cmake --preset release --log-level=NOTICE > /dev/null
	@cmake --build --preset release

setup:
	@tools/setup test
	@tools/setup-browser

demo:
	@tools/setup build
	@$(MAKE) --no-print-directory build
	@tools/demo build/plait

test:
	@tools/setup test
	@tools/setup-browser
	@tests/all

bench:
	@tools/setup build
	@$(MAKE) --no-print-directory build
	@build/bench/front_end
	@build/bench/net_messages
	@bench/actors/run build/plait $(PEERS)
	@bench/view/run build/plait
	@if command -v python3 > /dev/null; then \
		bench/spin/run build/plait $(if $(MODELS),--models $(MODELS)) \
			$(if $(LIMITS),--limits $(LIMITS)); \
		bench/sampling/run build/plait; \
		bench/values/run build/plait; \
		bench/lsp/run build/plait; \
		bench/order/run build/plait $(P); \
		bench/queues/run build/plait; \
		bench/machines/run build/plait; \
		bench/network/run build/plait; \
		bench/real/run build/plait $(P); \
		$(if $(PTOOL),bench/p/run build/plait --p-tool $(PTOOL) $(if $(P),--checkout $(P));) \
		$(if $(SOAK),bench/sampling/run build/plait --soak $(SOAK); \
			bench/sampling/run build/plait --soak $(SOAK) --direct;) \
	else echo 'plait check was not measured: python3 is not installed'; fi

tables:
	@tools/setup test
	@$(MAKE) --no-print-directory build
	@bench/tables/run build/plait $(TABLES)
	@$(if $(TABLES),,bench/tables/run build/plait --correct)

# Throughput of the services, and how they recover: docs/figures. Needs redis-tools; redis-server if it is there.
.PHONY: figures
figures:
	@tools/setup test
	@$(MAKE) --no-print-directory build
	@bench/services/figures build/plait $(FIGURES)
	@bench/services/transactions build/plait $(FIGURES)

judge:
	@$(MAKE) --no-print-directory build
	@tests/conformance/p $(if $(PTOOL),--p-tool $(PTOOL)) $(JUDGE) $(P)

fuzz:
	@tools/setup test
	@cmake --preset fuzz --log-level=NOTICE > /dev/null
	@cmake --build --preset fuzz
	@tests/fuzz/run build-fuzz $(FUZZ_SECONDS)

fuzz-programs:
	@tools/setup test
	@$(MAKE) --no-print-directory build
	@tests/fuzz/differential build/plait --count $(FUZZ_PROGRAMS) --seed $(FUZZ_SEED)

campaign:
	@tools/setup test
	@$(MAKE) --no-print-directory build
	@tests/check/campaign build/plait --schedules $(CAMPAIGN_SCHEDULES) $(if $(P),--p $(P))

oracle:
	@tools/setup test
	@$(MAKE) --no-print-directory build
	@tests/check/property build/plait --count $(ORACLE_PROGRAMS) --seed $(ORACLE_SEED) \
		--modes 5 --states 150 --keep build/findings

# Random programs, and those of this tree and of P=a checkout of p-org/P, with and without the
# reductions: figures in docs/trust.md.
.PHONY: reductions
reductions:
	@tools/setup test
	@cmake --preset ci --log-level=NOTICE > /dev/null
	@cmake --build --preset ci --target plait reduced | tail -1
	@tests/check/reductions build/tests/reduced --count $(REDUCED_PROGRAMS) --seed $(REDUCED_SEED) \
		--keep build/findings
	@tests/check/corpus build/plait
	@$(if $(P),tests/check/corpus build/plait --files $(P)/Tst/RegressionTests)

# Removes rules of the reductions one by one, and expects that the tests notice it.
.PHONY: mutants
mutants:
	@tools/setup test
	@tests/check/mutants

# Random programs with --network fifo, crashes and cuts: figures in docs/checking.md.
.PHONY: network
network:
	@tools/setup test
	@cmake --preset ci --log-level=NOTICE > /dev/null
	@cmake --build --preset ci --target plait brute | tail -1
	@tests/check/property build/plait --brute build/tests/brute --network fifo --everywhere \
		--count $(ORACLE_PROGRAMS) --seed $(ORACLE_SEED) --keep build/findings

# What finds the seeded bugs of Multi-Paxos: docs/services.md.
FAULTS_OF_LEADERS = --gateways 2 --clients 2-8 --keys 3 --faults 8 --operations 1500 --suspicion 400 \
	--kinds leader,late,depose,link,split,kill,most,gateway

faults:
	@tools/setup test
	@cmake --preset ci --log-level=NOTICE > /dev/null
	@cmake --build --preset ci --target net_faults plait litmus_simulate linear
	@build/tests/net_faults $(FAULT_SEEDS) $(FAULT_FIRST)
	@for service in table-chain2 table-chain3 commit-chain2 commit-chain3; do \
		tests/services/campaign build/plait build/tests/linear --service $$service --gaps --conform \
			--rounds $(FAULT_ROUNDS) --seed $(FAULT_FIRST) || exit 1; \
		tests/services/campaign build/plait build/tests/linear --service $$service --suspicion 300 \
			--kinds cut,cut,stall,master,main --rounds $(FAULT_ROUNDS) --seed $(FAULT_FIRST) || exit 1; done
	@tests/services/campaign build/plait build/tests/linear --managed --faults 12 --rounds $(FAULT_ROUNDS) --seed $(FAULT_FIRST)
	@tests/services/campaign build/plait build/tests/linear --hosts --suspicion 500 --faults 14 --operations 5000 --gaps \
		--rounds $(FAULT_ROUNDS) --seed $(FAULT_FIRST)
	@for service in commit-paxos3 commit-paxos5; do \
		tests/services/campaign build/plait build/tests/linear --service $$service --gaps --conform \
			--rounds $(FAULT_ROUNDS) --seed $(FAULT_FIRST) || exit 1; done
	@for service in table-paxos3 table-paxos5; do \
		tests/services/campaign build/plait build/tests/linear --service $$service --gaps --conform \
			--kinds kill,kill,most,gateway,pause,stall --rounds $(FAULT_ROUNDS) --seed $(FAULT_FIRST) || exit 1; \
		tests/services/campaign build/plait build/tests/linear --service $$service $(FAULTS_OF_LEADERS) \
			--rounds $(FAULT_ROUNDS) --seed $(FAULT_FIRST) || exit 1; done
	@tests/services/campaign build/plait build/tests/linear --bugs --rounds 40 --faults 8 \
		--operations 1500 --patience 20
	@tests/services/campaign build/plait build/tests/linear --service table-paxos3 $(FAULTS_OF_LEADERS) \
		--bugs --rounds 60 --patience 60
	@tests/services/campaign build/plait build/tests/linear --service commit-chain2 --bugs --rounds 80 \
		--faults 10 --operations 2000 --patience 20
	@! tests/services/lists build/plait --service list-bug:joins_without_last --patience 20
	@tests/litmus/simulated build/plait build/tests/litmus_simulate 10000

# A service at half load for long: memory and descriptors of its processes. docs/services.md.
.PHONY: soak
SOAK_MINUTES ?= 30
soak:
	@tools/setup test
	@$(MAKE) --no-print-directory build
	@tests/services/soak build/plait --minutes $(SOAK_MINUTES) --trace --report build/soak.tsv

# Runs of protocols on real processes, with and without killed containers: the checker's executor
# makes the same steps.
conform:
	@$(MAKE) --no-print-directory build
	@tests/cluster/conform build/plait --rounds $(CONFORM_ROUNDS)
	@tests/cluster/conform build/plait --rounds $(CONFORM_ROUNDS) --kills 2

asan:
	@tools/setup test
	@cmake --preset asan --log-level=NOTICE > /dev/null
	@cmake --build --preset asan
	@ctest --preset asan

tsan:
	@tools/setup test
	@cmake --preset tsan --log-level=NOTICE
	@cmake --build --preset tsan
	@ctest --preset tsan

deb: build
	@command -v dpkg-shlibdeps > /dev/null || { echo 'make deb needs dpkg-dev'; exit 3; }
	@cd build && cpack -G DEB > /dev/null && ls "$$PWD"/plait_*.deb

# Installs the package in a clean Debian system below CHROOT, and checks a new project there.
deb-test: deb
	@tools/deb-test $(CHROOT)

# One file that needs no library of the system, and loads no C: no --native, no foreign functions.
static:
	@tools/setup
	@cmake --preset static --log-level=NOTICE > /dev/null
	@cmake --build build-static --target plait
	@tools/static-test build-static/plait
	@ls -lh build-static/plait

vscode:
	@command -v npm > /dev/null || { echo 'make vscode needs npm (Debian: apt-get install npm)'; exit 3; }
	@cd editors/vscode && npm ci --no-audit --no-fund --silent && npm run --silent compile && \
		npm run --silent package && echo "editors/vscode/plait.vsix: code --install-extension plait.vsix"

# The extension in VS Code itself; CODE_SERVER is out/node/entry.js of the npm package code-server.
vscode-test: build vscode
	@tools/setup-browser
	@node tests/browser/vscode.mjs build/plait $(CODE_SERVER) editors/vscode/plait.vsix

# A folder for Neovim's runtimepath: the parser of P as a library, and its queries.
tree-sitter:
	@mkdir -p build/tree-sitter/parser build/tree-sitter/queries/p
	@$(CC) -shared -fPIC -O2 -w editors/tree-sitter/src/parser.c -o build/tree-sitter/parser/p.so
	@cp editors/tree-sitter/queries/*.scm build/tree-sitter/queries/p/
	@echo 'build/tree-sitter: add it to the runtimepath of Neovim'

install: build
	@cmake --install build --prefix $(PREFIX)

clean:
	rm -rf build build-debug build-asan build-tsan build-fuzz build-static

help:
	@echo 'make            builds build/plait'
	@echo 'make demo       set-up, build, examples, and a table on three replicas, one of which is killed'
	@echo 'make test       set-up, then every test; FUZZ_TEST_SECONDS=20 for each fuzz target'
	@echo 'make asan       the tests under the address and undefined-behaviour sanitizers'
	@echo 'make tsan       the tests that run programs, under the thread sanitizer'
	@echo 'make fuzz       every fuzz target for FUZZ_SECONDS=600'
	@echo 'make fuzz-programs  FUZZ_PROGRAMS=100000 random programs from FUZZ_SEED=1, VM against native'
	@echo 'make campaign   CAMPAIGN_SCHEDULES=100000 samples of each correct program; with P=a'
	@echo '                checkout of p-org/P also of the Correct ones of its suite'
	@echo 'make oracle     ORACLE_PROGRAMS=20000 random programs from ORACLE_SEED=1: plait check against'
	@echo '                an oracle, five modes of each'
	@echo 'make network    the same with --network fifo, crashes and cuts'
	@echo 'make reductions REDUCED_PROGRAMS=20000 random programs from REDUCED_SEED=1, with and without the'
	@echo '                reductions: equal verdicts, terminal states and coverage; so are the programs of'
	@echo '                this tree, and with P=a checkout of p-org/P those of its suite'
	@echo 'make mutants    removes rules of the reductions one by one; the tests notice it'
	@echo 'make faults     FAULT_SEEDS=100000 runs of sessions over a simulated network with faults,'
	@echo '                FAULT_ROUNDS=200 runs of each service whose processes are killed and paused, and as'
	@echo '                many whose links are cut and whose processes stand still for too long,'
	@echo '                and 10,000 of each litmus program'
	@echo 'make soak       SOAK_MINUTES=30 a service at half load: memory and descriptors stay as they are'
	@echo 'make conform    CONFORM_ROUNDS=1 rounds of protocols on real processes, with and without kills:'
	@echo '                the checker makes the same steps'
	@echo 'make bench      speed and memory of the front end; messages per second of plait run,'
	@echo '                beside those of Erlang and CAF with PEERS=the folder of their programs;'
	@echo '                messages per second between processes, beside a bare socket and ZeroMQ;'
	@echo '                transitions per second of plait check, beside those of Spin with'
	@echo '                MODELS=the folder of the Promela models (bench/spin/README.md);'
	@echo '                steps per second of the samplers, and with SOAK=10 ten minutes of each;'
	@echo '                how long an editor waits for the language server;'
	@echo '                what a step costs that changes a map, set or sequence of many entries, with'
	@echo '                long queues, and in programs of many machines;'
	@echo '                random schedules beside those of P with PTOOL=its command (bench/p/README.md)'
	@echo 'make tables     the tables of the papers, measured again, to docs/tables; TABLES=options such as'
	@echo '                "--tables tr-2015-28-table2 --seconds 10" (bench/tables/run --help)'
	@echo 'make figures    throughput of the services, and how they recover, to docs/figures; FIGURES=options'
	@echo 'make judge      P=a checkout of p-org/P: its programs, and random ones, beside its own'
	@echo '                compiler and checker, PTOOL=its command; JUDGE=options such as'
	@echo '                "--sample 20" (tests/conformance/p --help)'
	@echo 'make deb        a Debian package: build/plait_VERSION_ARCH.deb (needs dpkg-dev)'
	@echo 'make deb-test   installs it in a clean Debian system (needs debootstrap and root) and tries it'
	@echo 'make static     build-static/plait: one file that needs no library, and loads no C'
	@echo 'make vscode-test  CODE_SERVER=out/node/entry.js of the npm package code-server: the extension in VS Code'
	@echo 'make tree-sitter  compiles the tree-sitter grammar of P for Neovim (needs libtree-sitter-dev)'
	@echo 'make vscode     packages the extension for VS Code: editors/vscode/plait.vsix (needs npm)'
	@echo 'make install    into PREFIX=/usr/local'
	@echo 'make setup      installs what the build and the tests need (Debian)'
	@echo 'make clean      removes the build folders'

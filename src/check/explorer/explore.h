// check/explorer/explore.h: the explorers that are built in, a file for each.

#pragma once

#include "plait/explorer.h"

extern const PExplorer explore_rr, explore_rtc, explore_rtc_raise, explore_prr, explore_random,
    explore_custom;

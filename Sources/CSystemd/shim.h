// libsystemd: the event loop, the journal, the service manager.
#ifndef CSYSTEMD_SHIM_H
#define CSYSTEMD_SHIM_H

// The functions by their own names: the macros that add the C source line are of no use to Swift.
#define SD_JOURNAL_SUPPRESS_LOCATION

#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-journal.h>

#endif

/** To be imported before a process's own code, so that it keeps the time of whoever started it. */
import { followClock } from "./scaled-clock.ts";

followClock();

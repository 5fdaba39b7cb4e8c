/** To be imported before a process's own code, so that it keeps the time of the user who started it. */
import { followClock } from "./scaled-clock.ts";

followClock();

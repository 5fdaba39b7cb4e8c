// `npm run sending -- stop|start|status [--account ID] [--stage NAME] [--why "…"] [--who NAME]`: the switch that stops sending, of all
// accounts or of one, on a stage or on this machine. Who may: anyone who has the credentials of the stage's AWS account, or this machine.
import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { chooseTable } from "./stage-table.ts";

const USAGE =
  'npm run sending -- stop|start|status [--account ID] [--stage NAME] [--why "…"] [--who NAME]';
const COMMANDS = ["stop", "start", "status"];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    account: { type: "string" },
    stage: { type: "string" },
    why: { type: "string" },
    who: { type: "string", default: userInfo().username },
  },
});
const [command = "", ...others] = positionals;
const account = values.account === undefined ? undefined : Number(values.account);
const isAccount = account === undefined || (Number.isSafeInteger(account) && account > 0);
if (!COMMANDS.includes(command) || others.length > 0 || !isAccount) {
  console.error(USAGE);
  process.exit(2);
}
if (command !== "status" && !values.why?.trim()) {
  console.error(`Say why, for those who find it: ${USAGE}`);
  process.exit(2);
}

await chooseTable(values.stage);
// The table's name is read when these are loaded.
const { changeSwitch, describeSwitches } = await import("./sending-switches.ts");
if (command === "stop" || command === "start") {
  const { who, why: reason = "" } = values;
  process.exitCode = await changeSwitch(command, account, { who, reason });
}
for (const line of await describeSwitches(account)) console.log(line);

/** The demo world: its bar, and the ways into it. */
export default {
  world: "Demo world",
  sentence: "People, companies and mailboxes are made up. No email leaves this machine.",
  speed: "Time speed",
  times: "{speed, number}×",
  enter: "Enter the demo",
  enterSentence:
    "An account with mailboxes, a campaign that has run for a month and one that is ready to start.",
  orLogIn: "or log in to your own account",
  fill: "Try the demo",
} as const;

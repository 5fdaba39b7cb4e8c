/** The demo world: its bar, and the ways into it. */
export default {
  world: "Demo world",
  sentence: "People, companies and mailboxes are made up. No mail leaves this machine.",
  speed: "Speed of time",
  times: "{speed, number}×",
  enter: "Enter the demo",
  enterSentence:
    "An account with mailboxes, 200 made-up leads and a campaign that waits for Start.",
  orLogIn: "or log in to an account of your own",
  fill: "Try it in the demo world",
} as const;

import { type SSTConfig, stacks } from "./stacks/app.ts";

export default {
  config: ({ stage }) => ({
    name: "thaw",
    region: process.env.AWS_REGION ?? "us-east-1",
    ...(stage ? { stage } : {}),
  }),
  stacks,
} satisfies SSTConfig;

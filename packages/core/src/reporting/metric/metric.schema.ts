export const METRICS = ["open", "click", "reply", "positive_reply"] as const;
export type Metric = (typeof METRICS)[number];

/** The block list. */
export default {
  unsubscribed: "This person unsubscribed on {date}. Confirm that you may write to them again.",
  complained: "This person complained on {date}. Confirm that you may write to them again.",
} as const;

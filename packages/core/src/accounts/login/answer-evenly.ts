/** Longer than a mail takes to be handed over, as a rule. */
const EVEN_MS = 600;

/**
 * Does what takes longer where there is somebody to mail, and answers no sooner than that takes: how long it took would tell who
 * is known. What it refuses, it refuses at once.
 */
export async function answerEvenly<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const evened = new Promise<void>((resolve) => {
    setTimeout(resolve, EVEN_MS);
  });
  const [answer] = await Promise.all([work(), evened]);
  return answer;
}

/** Longer than a mail takes to be delivered, as a rule. */
const EVEN_MS = 600;

/**
 * Does work that takes longer for a known address, and answers no sooner than that work takes: response times must not
 * reveal which addresses are known. Refusals are answered at once.
 */
export async function answerEvenly<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const evened = new Promise<void>((resolve) => {
    setTimeout(resolve, EVEN_MS);
  });
  const [answer] = await Promise.all([work(), evened]);
  return answer;
}

const EVERY_MS = 20;

/**
 * Watches how much memory this process has, in bytes. The system's own peak (maxRSS) would count what a parent had before it
 * became this process.
 */
export function watchMemory(): { peakBytes: () => number } & Disposable {
  let peak = 0;
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss());
    return peak;
  };
  const sampler = setInterval(look, EVERY_MS);
  return { peakBytes: look, [Symbol.dispose]: () => clearInterval(sampler) };
}

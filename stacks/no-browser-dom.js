// In place of react-dom, whose renderer for browsers the site would load to use none of it: on a server nothing is
// flushed, and React's own renderer for servers refuses portals as well.
export const flushSync = (run) => run();
export const createPortal = () => {
  throw new Error("Portals are not rendered on a server");
};
export const unstable_batchedUpdates = (run, argument) => run(argument);
export default { flushSync, createPortal, unstable_batchedUpdates };

/**
 * What makes ElectroDB read so many records of a query and no more. By `count` alone every request takes what the table gives at
 * once, a megabyte, and what was not asked for is thrown away: for a page of fifty, a thousand read units on eight partitions.
 */
export const pageOptions = (count: number) => ({ count, limit: count });

/** The same where a condition leaves out some of them, so that a page is not put together from many small requests. */
export const filteredPageOptions = (count: number) => ({ count, limit: Math.max(4 * count, 200) });

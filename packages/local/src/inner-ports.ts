/** How many ports in a row the parts inside take: table, queues, email, websockets, and the demo world's mail server. */
export const INNER_PORTS = 5;

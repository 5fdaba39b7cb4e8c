import { QUESTIONS } from "@thaw/core/accounts/onboarding/onboarding.schema";
import { type Product, startProduct } from "../../journeys/support/product.ts";
import { type Asked, ask, type Response } from "./ask.ts";

export const PASSWORD = "melting-Ice-1";

export type Person = { email: string; token: string; id: number };
type Role = "ADMIN_ACCESS" | "FULL_MEMBER_ACCESS" | "LIMITED_FULL_MEMBER_ACCESS";
type ClientMay = "full_access" | "reply_master_inbox" | "none";

export type World = {
  /** The product's address. */
  url: string;
  product: Product;
  /** A request to the product: `ask("/api/auth/me", { token })`. */
  ask: (path: string, asked?: Asked) => Promise<Response>;
  /** The newest link of this path that was mailed to the address, or an empty string. */
  linkTo: (address: string, path: string) => Promise<string>;
  /** An agency with two clients, each of which has a campaign with a lead, and a campaign that no client has. */
  agency: {
    owner: Person;
    one: Person;
    two: Person;
    campaigns: { one: number; two: number; own: number };
  };
  /** The owner of another account. */
  stranger: Person;
  /** Someone new in the agency's team. */
  newMember: (role?: Role) => Promise<Person>;
  /** Someone new who is a client of the agency. */
  newClient: (may?: ClientMay) => Promise<Person>;
};

/** Starts the built product on a folder of its own and fills it by its API, as its users would. */
export async function startWorld(): Promise<World & { stop: () => Promise<void> }> {
  const product = await startProduct({ ALLOW_PRIVATE_MAIL_HOSTS: "true" });
  try {
    return { ...(await settle(product)), stop: product.stop };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

async function settle(product: Product): Promise<World> {
  const { url } = product;
  const post = createPost(url);
  const linkTo = async (address: string, path: string) => {
    const mail = await product.mailTo(address);
    return mail.match(/https?:\/\/\S+/g)?.find((link) => new URL(link).pathname === path) ?? "";
  };
  const accept = async (email: string, name: string): Promise<Person> => {
    const link = await linkTo(email, "/accept-invitation");
    const uuid = secretOf(link);
    const body = { uuid, name, password: PASSWORD };
    const { token, user } = await post("/auth/invitation/accept", body);
    return { email, token, id: user.id };
  };
  const people = { post, linkTo };
  const owner = await signUp("ana@agency.example", people);
  const stranger = await signUp("sam@stranger.example", people);
  const world = { owner, post, accept };
  const newClient = (may?: ClientMay) => joinAsClient(world, may);
  const one = await newClient();
  const two = await newClient();
  const campaigns = await makeCampaigns(world, [one.id, two.id]);
  return {
    url,
    product,
    ask: (path, asked) => ask(`${url}${path}`, asked),
    linkTo,
    agency: { owner, one, two, campaigns },
    stranger,
    newMember: (role) => joinTeam(world, role),
    newClient,
  };
}

/** The secret of a mailed link. */
export function secretOf(link: string): string {
  const query = new URL(link).searchParams;
  return query.get("uuid") ?? query.get("token") ?? "";
}

type Post = ReturnType<typeof createPost>;
type Making = {
  owner: Person;
  post: Post;
  accept: (email: string, name: string) => Promise<Person>;
};

/** What the world is made of must work: a refusal ends it. */
function createPost(url: string) {
  return async (path: string, body?: object, { token, method }: Asked = {}) => {
    const asked = {
      ...(body ? { body } : {}),
      ...(token ? { token } : {}),
      ...(method ? { method } : {}),
    };
    const { status, data, text } = await ask(`${url}/api${path}`, asked);
    if (status >= 300 || status === 0) throw new Error(`${path}: ${status} ${text}`);
    return data;
  };
}

async function signUp(
  email: string,
  { post, linkTo }: { post: Post; linkTo: World["linkTo"] },
): Promise<Person> {
  await post("/auth/signup", { name: "Ana Ice", email, password: PASSWORD, terms_accepted: true });
  const uuid = secretOf(await linkTo(email, "/verify-account"));
  const { token, user } = await post("/auth/login", { email, password: PASSWORD });
  if (token) throw new Error(`${email} came in without a verified address`);
  const verified = await post(`/auth/verify-user?uuid=${uuid}`);
  for (const [index, { options, isRequired }] of QUESTIONS.entries()) {
    const values = isRequired ? [options[0]] : [];
    await post("/onboarding", { step: index + 1, values }, { token: verified.token });
  }
  return { email, token: verified.token, id: user.id };
}

let joined = 0;

async function joinTeam(
  { owner, post, accept }: Making,
  role: Role = "FULL_MEMBER_ACCESS",
): Promise<Person> {
  const email = `member-${++joined}@agency.example`;
  await post("/team", { email, role }, owner);
  return accept(email, "Mia");
}

async function joinAsClient(
  { owner, post, accept }: Making,
  permissions: ClientMay = "full_access",
): Promise<Person> {
  const email = `client-${++joined}@client.example`;
  await post("/clients", { name: "Cleo", email, permissions, is_invited: true }, owner);
  return accept(email, "Cleo");
}

async function makeCampaigns({ owner, post }: Making, clients: readonly [number, number]) {
  const make = async (name: string, clientId?: number) => {
    const { id } = await post("/campaigns", { name }, owner);
    const lead = { email: `ceo@${name}.example`, custom_fields: { private_note: `of ${name}` } };
    await post(`/campaigns/${id}/leads`, { leads: [lead] }, owner);
    const assignment = { campaign_ids: [id] };
    if (clientId !== undefined) {
      await post(`/clients/${clientId}/assignments`, assignment, { ...owner, method: "PUT" });
    }
    return id as number;
  };
  return {
    one: await make("one", clients[0]),
    two: await make("two", clients[1]),
    own: await make("own"),
  };
}

/**
 * Queues, distributions and stacks carry the name of their stage, and each service has a limit of its own: 64 characters for what
 * CloudFront keeps, 80 for queues, of which ours take up to 26.
 */
const LONGEST = 30;

/** Buckets are named after their stage, and S3 keeps these beginnings to itself ("Bucket naming rules"). */
const KEPT_BY_S3 = /^(?:sthree|amzn-s3-demo)(?:-|$)/;

const ALLOWED = `small letters, digits and single hyphens, ${LONGEST} characters at most, from a letter to a letter or digit`;

/** Why a stage cannot be called this; undefined where it can. */
export function faultOfStageName(name: string): string | undefined {
  if (KEPT_BY_S3.test(name)) return "S3 keeps names that begin so to itself";
  const isFit = name.length <= LONGEST && /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name);
  return isFit ? undefined : `the name of a stage has ${ALLOWED}`;
}

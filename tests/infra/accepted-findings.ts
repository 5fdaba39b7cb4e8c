/** A finding of cdk-nag that stays: which rule, at which resources, and why that is right. */
export type Accepted = { rule: RegExp; resource: RegExp; reason: string };

const HELPER = "CustomResourceHandler";
const PRODUCT = "(Api/(api|onSocket|onSecretCall)|Workers/on\\w+)";

export const accepted: readonly Accepted[] = [
  {
    rule: /^APIG4$/,
    resource: /^Api\/http\/Route_ANY_--(api|untracked|smart-\w+|analytics|warmup)--/,
    reason:
      "Every operation checks its actor; the route table test lists what is open to everybody.",
  },
  {
    rule: /^APIG4$/,
    resource: /^Api\/http\/Route_(GET|ANY)_--(o|c|u)--/,
    reason: "Links in mails are opened by people without an account; their token is random.",
  },
  {
    rule: /^APIG4$/,
    resource: /^Api\/http\/Route_GET_--(healthz|readyz)/,
    reason: "Probes say nothing but up or down.",
  },
  {
    rule: /^APIG4$/,
    resource: /^Api\/http\/Route_ANY_--v1--graphql/,
    reason: "Only a session's token opens it; each field is an operation that checks its actor.",
  },
  {
    rule: /^APIG4$/,
    resource: /^Api\/socket\/Route_\$(connect|default|disconnect)/,
    reason:
      "A ticket of one minute in the address, or a token in the first message of graphql-transport-ws, is checked by the handler.",
  },
  {
    rule: /^CFR1$/,
    resource: /^Web\/(site\/Distribution|WhiteLabel$)/,
    reason: "The product is sold everywhere.",
  },
  {
    rule: /^CFR3$/,
    resource: /^Web\/(site\/Distribution|WhiteLabel$)/,
    reason:
      "The API logs its requests; edge logs would keep the addresses of everybody who opens a mail a second time.",
  },
  {
    rule: /^CFR7$/,
    resource: /^Web\/site\/Distribution/,
    reason:
      "SST reaches its bucket by an origin access identity, which closes it to everybody else just as well.",
  },
  {
    rule: /^S1$/,
    resource: /^(Storage\/files\/Bucket|Web\/site\/S3Bucket)/,
    reason:
      "Files are reached only by the product's own functions and by links signed for ten minutes.",
  },
  {
    rule: /^SQS3$/,
    resource: /^Workers\/stream-dead-letters/,
    reason: "It is the dead-letter queue of the stream.",
  },
  {
    rule: /^L1$/,
    resource: new RegExp(`^\\w+/${HELPER}/Resource$`),
    reason: "Seen before the aspect that lifts the runtime; a test reads the outcome.",
  },
  {
    rule: /^IAM4\[Policy::.*AWSLambdaBasicExecutionRole\]$/,
    resource: new RegExp(
      `^(\\w+/${HELPER}|${PRODUCT}|Web/site/ServerFunction/ServerFunction)/ServiceRole`,
    ),
    reason: "Lambda's own policy for writing logs, nothing else.",
  },
  {
    rule: /^IAM5\[Resource::\*\]$/,
    resource: new RegExp(`^${PRODUCT}/ServiceRole/DefaultPolicy`),
    reason: "X-Ray and dynamodb:ListStreams know no resources.",
  },
  {
    rule: /^IAM5\[Resource::<filesBucket\w+\.Arn>\/\*\]$/,
    resource:
      /^(Api\/(api|onSocket|onSecretCall)|Workers\/on(Erase|Export|Import|Poll|Reply|Send)|Web\/site\/ServerFunction\/ServerFunction)\/ServiceRole\/DefaultPolicy/,
    reason: "Objects are named by account at run time; operations take the account from the actor.",
  },
  {
    rule: /^IAM5\[Resource::\*\]$/,
    resource: /^Workers\/onDomain\/ServiceRole\/DefaultPolicy/,
    reason: "acm:RequestCertificate knows no resource: the certificate is not there yet.",
  },
  {
    rule: /^IAM5\[Resource::arn:.*:cloudfront::.*:distribution-tenant\/\*\]$/,
    resource: /^Workers\/onDomain\/ServiceRole\/DefaultPolicy/,
    reason:
      "CloudFront names tenants when they are made; the function touches those that carry its own names.",
  },
  {
    rule: /^IAM5\[Resource::arn:.*:acm:us-east-1:.*:certificate\/\*\]$/,
    resource: /^Workers\/onDomain\/ServiceRole\/DefaultPolicy/,
    reason: "CloudFront makes the certificates, and ACM names them; they are only looked at.",
  },
  {
    rule: /^IAM5\[Resource::.*<socketApi\w+>\/.*@connections\/\*\]$/,
    resource:
      /^(Api\/onSocket|Workers\/on(Erase|SilentSocket|TableChange))\/ServiceRole\/DefaultPolicy/,
    reason: "Connections are named by API Gateway when they open.",
  },
  {
    rule: /^IAM5\[Resource::.*parameter\/sst\/thaw\/(with-domain|\.fallback)\/\*\]$/,
    resource: new RegExp(`^(${PRODUCT}|Web/site/ServerFunction)/SecretPrefetcherPolicy`),
    reason:
      "SST's deployment helper, not the function, copies the stage's secrets into the function.",
  },
  {
    rule: /^IAM5\[(Action::s3:\w+\*|Resource::<siteS3Bucket\w+\.Arn>\/\*)\]$/,
    resource: /^Web\/site\/ServerFunction\/ServerFunction\/ServiceRole\/DefaultPolicy/,
    reason:
      "SST lets a site's server use the bucket of the site's public assets, and only that one.",
  },
  {
    rule: /^IAM5\[Resource::.*(:s3:::(cdk-hnb659fds-assets-\d+-us-east-1|placeholder)|<siteS3Bucket\w+\.Arn>)\/\*\]$/,
    resource: /^Web\/site\/(S3AssetUploaderPolicy|ServerFunction\/AssetReplacerPolicy)/,
    reason:
      "SST's deployment helper copies the built site from the deployment bucket into its own.",
  },
];

/** What can be asked at /v1/graphql. Columns are named as everywhere; rows of other accounts are null or not in a list. */
export const TYPE_DEFINITIONS = `
scalar jsonb

type Query {
  "One's own record: of a member the member's, otherwise the account's."
  users: [users!]!
  users_by_pk(id: Int!): users
  team_members(
    offset: Int
    limit: Int
    where: team_members_bool_exp
    order_by: team_members_order_by
  ): [team_members!]!
  team_members_by_pk(id: Int!): team_members
}

type Mutation {
  "One change at a time."
  update_team_members_by_pk(pk_columns: pk_columns_input!, _set: team_members_set_input!): team_members
  update_users_by_pk(pk_columns: pk_columns_input!, _set: users_set_input!): users
  update_profile(id: Int!, changes: users_set_input!): users
}

type Subscription {
  "The member's role and status, now and whenever they change."
  team_members_by_pk(id: Int!): team_member_access
}

type users {
  id: Int!
  user_id: Int
  uuid: String!
  name: String!
  email: String!
  role: String
  status: String!
  isClient: Boolean!
  isTeamMember: Boolean!
  has_onboarding_completed: Boolean!
  is_email_verified: Boolean!
  show_guidance: Boolean!
  onboarding_stage: Int!
  designation: String!
  provider: String!
  profile_pic_url: String
  logo: String
  plan_type: String!
  trial_start_date: String
  referral_code_id: String!
  client_permissions: jsonb!
  ui_permissions: jsonb!
  user_ui_status: jsonb!
  timezone_preferences: jsonb!
  notify_on_disconnect: Boolean!
  activity_logs: jsonb
  "The last characters of the key. The key itself is shown once."
  api_key: String
  gpt_api_info: jsonb
  whitelabel_domain: String
  whitelabel_details: jsonb
  wl_google_client_id: String
  wl_microsoft_client_id: String
  growth_experiments: jsonb!
}

type team_members {
  id: Int!
  name: String!
  email: String!
  role: String!
  status: String!
  profile_pic_url: String
  permissions: [String!]!
  created_at: String!
  invited_until: String
}

type team_member_access {
  id: Int!
  role: String!
  status: String!
}

enum order_by {
  asc
  desc
}
input team_members_order_by {
  id: order_by!
}
input pk_columns_input {
  id: Int!
}
input Int_comparison_exp {
  _eq: Int
  _in: [Int!]
}
input String_comparison_exp {
  _eq: String
  _in: [String!]
  _ilike: String
}
input team_members_bool_exp {
  id: Int_comparison_exp
  name: String_comparison_exp
  email: String_comparison_exp
  role: String_comparison_exp
  status: String_comparison_exp
}
input team_members_set_input {
  role: String
  status: String
}
input users_set_input {
  name: String
  "The key of an upload; null takes the image away."
  logo: String
  "The key of an upload; null takes the picture away."
  profile_pic_url: String
  timezone_preferences: jsonb
  notify_on_disconnect: Boolean
  user_ui_status: jsonb
  whitelabel_domain: String
  whitelabel_details: jsonb
  wl_google_client_id: String
  wl_microsoft_client_id: String
}
`;

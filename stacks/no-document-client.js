// In place of @aws-sdk/lib-dynamodb, which ElectroDB asks for even where it is given a client of another kind, as it is here.
export {};

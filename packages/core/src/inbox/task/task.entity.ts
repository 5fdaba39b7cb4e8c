import { client, table } from "@thaw/data/table";
import { Entity } from "electrodb";
import { HAND_TYPES } from "../../campaigns/sequence/step-type.schema.ts";
import { INSTANT } from "../../instant-attribute.ts";
import { TASK_OUTCOMES, TASK_PRIORITIES, TASK_STATUSES } from "./task.schema.ts";

/** Something that a user does for a lead. A deleted task is in no list. */
export const TaskEntity = new Entity(
  {
    model: { service: "thaw", entity: "task", version: "1" },
    attributes: {
      accountId: { type: "number", required: true },
      taskId: { type: "number", required: true, padding: { length: 12, char: "0" } },
      leadId: { type: "number", required: true },
      campaignId: { type: "number" },
      /** Of a step's task a key of the catalogue, until somebody writes another. */
      title: { type: "string", required: true },
      description: { type: "string", required: true },
      /** What the product adds to the description, as lines of the catalogue. */
      notes: { type: "list", items: { type: "string" } },
      dueAt: { type: "string", required: true },
      priority: { type: TASK_PRIORITIES, required: true },
      status: { type: TASK_STATUSES, required: true },
      assigneeId: { type: "number", required: true },
      /** 0: a step of the campaign's sequence. */
      createdBy: { type: "number", required: true },
      createdAt: { type: "string", required: true },
      completedBy: { type: "number" },
      completedAt: { type: INSTANT },
      /** Of a step's task: which step, what is to be done, and what came of it. */
      step: { type: "number" },
      action: { type: HAND_TYPES },
      subject: { type: "string" },
      text: { type: "string" },
      profileUrl: { type: "string" },
      outcome: { type: TASK_OUTCOMES },
      /** Moves with every change: what someone read is either still true or not. */
      revision: { type: "number", required: true },
      deletedAt: { type: "string" },
      ttl: { type: "number" },
      /** "7.CREATED.high", listed by `listedAt`: when it is due, and its id to keep those of one instant in order. */
      list: { type: "string" },
      listedAt: { type: "string" },
      /** "7.3.CREATED.high": the part of the one to whom it is assigned. */
      ownList: { type: "string" },
      ownListedAt: { type: "string" },
    },
    indexes: {
      byAccount: {
        pk: { field: "pk", composite: ["accountId"] },
        sk: { field: "sk", composite: ["taskId"] },
      },
      byList: {
        index: "gsi1",
        pk: { field: "gsi1pk", composite: ["list"] },
        sk: { field: "gsi1sk", composite: ["listedAt"] },
      },
      byOwnList: {
        index: "gsi2",
        pk: { field: "gsi2pk", composite: ["ownList"] },
        sk: { field: "gsi2sk", composite: ["ownListedAt"] },
      },
    },
  },
  { client, table },
);

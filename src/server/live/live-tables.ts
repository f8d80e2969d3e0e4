import type { Generated } from 'kysely';
import type { SuspensionGround } from '#contract/live/grants.ts';

declare module '#server/platform/database/schema.ts' {
  interface Schema {
    live_grant: {
      id: string;
      /** Identifies the vehicle in URLs. Grants of one account and vehicle share it. */
      public_id: string;
      account_id: string;
      /** Account that receives the data; currently always that of the owner. */
      recipient_id: string;
      vehicle_id: string;
      vin: Generated<string | null>;
      vehicle_name: Generated<string | null>;
      state: string;
      requested_at: number;
      ends_at: number;
      linked_from: Generated<number | null>;
      linked_until: Generated<number | null>;
      confirmed_at: Generated<number | null>;
      paused_at: Generated<number | null>;
      suspended_at: Generated<number | null>;
      suspended_by: Generated<string | null>;
      ground: Generated<SuspensionGround | null>;
      substantiation: Generated<string | null>;
      ended_at: Generated<number | null>;
      ended_because: Generated<'owner' | 'date' | 'link' | null>;
    };

    live_token: {
      id: string;
      grant_id: string;
      name: string;
      /** First characters of the token, so that its owner recognizes it. */
      prefix: string;
      digest: string;
      /** Keyed digest of the row (`tokenMacs`): rows changed by hand are rejected. */
      mac: string;
      data_types_json: string;
      created_at: number;
      ends_at: number;
      revoked_at: number | null;
      last_used_at: number | null;
      /** Network prefix of the last call: IPv4 /24, IPv6 /48. */
      last_network: string | null;
    };

    live_token_use: {
      token_id: string;
      /** Day in the portal's time zone. */
      day: string;
      calls: number;
    };
  }
}

import type { WireProfile } from '../labels.ts';

/** The settings that the documentation tells of. */
export interface DocsSettings {
  readonly profile: WireProfile;
  readonly version: string;
  readonly publicBaseUrl: string;
  readonly commercialBaseUrl: string;
  readonly publicPerMinute: number;
  readonly basicoPerMinute: number;
  readonly premiumPerMinute: number;
  /** 0 for no limit. */
  readonly basicoPerMonth: number;
  /** 0 for no limit. */
  readonly premiumPerMonth: number;
  readonly strangerFailuresPerMinute: number;
  readonly bodyLimitBytes: number;
}

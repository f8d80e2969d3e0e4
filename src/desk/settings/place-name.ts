import type { CallData } from '#ui/calls/call-types.ts';

/** The name of a place whose holidays are known; its code else. */
export function placeName(places: CallData<'deskSettingsRead'>['places'], code: string): string {
  return places.find((place) => place.code === code)?.label ?? code;
}

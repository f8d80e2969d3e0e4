/** Values of letters, and weights of positions, for the check digit of a VIN (49 CFR 565.15). */
const VALUES: Record<string, number> = { V: 5, F: 6, A: 1, G: 7, S: 2, N: 5 };
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

export function sampleVin(serial: number): string {
  const vin = `VF1AG0000SN${String(serial).padStart(6, '0')}`;
  const sum = WEIGHTS.reduce((total, weight, place) => {
    const sign = vin.charAt(place);
    return total + weight * (VALUES[sign] ?? Number(sign));
  }, 0);
  return `${vin.slice(0, 8)}${sum % 11 === 10 ? 'X' : sum % 11}${vin.slice(9)}`;
}

import { shapeOf } from './vehicles/car-shapes.ts';

const DASHES = [770, 854, 938, 1022, 1106, 1190, 1274, 1358];
const DOTS = Array.from({ length: 16 }, (_, index) => 90 + 42 * index);

export function RoadPicture({ viewBox = '438 0 1002 370' }: { viewBox?: string }) {
  const { body, glass, axle, wheels } = shapeOf('saloon');
  return (
    <svg viewBox={viewBox} preserveAspectRatio="xMaxYMax meet" aria-hidden="true">
      <circle cx="1290" cy="92" r="44" fill="#f2b33d" />
      <path
        d="M-2000 190H0c160-50 330-60 520-28s330 24 480-14 280-46 440-14v236H-2000z"
        fill="#0f5a63"
        opacity=".6"
      />
      <path
        d="M-2000 226H0c220-34 420-40 640-22s430 12 800-30v196H-2000z"
        fill="#176c73"
        opacity=".55"
      />
      <path d="M-2000 232h3440v138h-3440z" fill="#062a30" />
      <g fill="#f2b33d">
        {DOTS.map((x, index) => (
          <circle key={x} cx={x} cy="264" r={1.6 + 0.19 * index} />
        ))}
        <path d={DASHES.map((x) => `M${x} 261h50v6h-50z`).join('')} />
      </g>
      <g transform="translate(1000 140) scale(2.5)">
        <path d={body} fill="#7fd0cf" />
        <path d={glass} fill="#0a3f47" />
        <path d="M10 22h96M46 20h6M70 20h6" stroke="#0f5a63" />
        <path d="M111 22.5l4 2.2-.6 2.3h-4z" fill="#f2b33d" />
        <path d="M4.2 21.5l2-.6v4.5H3.6z" fill="#c4453a" />
        {wheels.map((x) => (
          <g key={x}>
            <circle cx={x} cy={axle} r="9" fill="#05171a" />
            <circle cx={x} cy={axle} r="4" fill="#cfe3e5" />
          </g>
        ))}
      </g>
    </svg>
  );
}

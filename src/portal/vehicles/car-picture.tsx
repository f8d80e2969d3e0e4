import styles from './car-card.module.css';
import { paintOf, shapeOf } from './car-shapes.ts';

interface CarPictureProps {
  bodyType: string | null;
  colour: string | null;
}

/** A car from its side, in its shape and colour as far as they are known. */
export function CarPicture({ bodyType, colour }: CarPictureProps) {
  const { body, glass, axle, wheels } = shapeOf(bodyType);
  const paint = paintOf(colour);
  return (
    <svg className={styles.picture} viewBox="0 0 120 44" aria-hidden="true">
      <path className={styles.body} d={body} {...(paint && { style: { fill: paint } })} />
      <path className={styles.glass} d={glass} />
      <path d="M111 22.5l4 2.2-.6 2.3h-4z" fill="#f2b33d" />
      <path d="M4.3 23.5l2-1v4h-2.5z" fill="#c4453a" />
      {wheels.map((x) => (
        <g key={x}>
          <circle className={styles.tyre} cx={x} cy={axle} r="9" />
          <circle className={styles.rim} cx={x} cy={axle} r="4.5" />
        </g>
      ))}
    </svg>
  );
}

import { escapeText } from './cells.ts';

/** A column chart of two columns of the sheet that it stands on. */
export interface Chart {
  title: string;
  /** Letter of the column of names, and of the column of heights. */
  names: string;
  heights: string;
  /** Lines of both, from and to, counted from 1. */
  lines: readonly [number, number];
  /** Cells that it covers: columns and lines from and to, counted from 0. */
  place: { columns: readonly [number, number]; lines: readonly [number, number] };
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OPEN = 'http://schemas.openxmlformats.org';
const DRAWING = `${OPEN}/drawingml/2006/spreadsheetDrawing`;
const MAIN = `${OPEN}/drawingml/2006/main`;
const CHART = `${OPEN}/drawingml/2006/chart`;
const OFFICE = `${OPEN}/officeDocument/2006/relationships`;

export const DRAWING_TYPE = 'application/vnd.openxmlformats-officedocument.drawing+xml';
export const CHART_TYPE = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';

/** Relationship of a sheet to its drawing. */
export const DRAWING_ID = 'drawing';

/** The parts of a sheet's chart, by path (ECMA-376 part 1, 14.2.1 and 20.5). */
export function chartParts(number: number, sheet: string, chart: Chart): Record<string, string> {
  return {
    [`xl/worksheets/_rels/sheet${number}.xml.rels`]: relationship(
      DRAWING_ID,
      'drawing',
      `../drawings/drawing${number}.xml`,
    ),
    [drawingPath(number)]: drawingXml(chart),
    [`xl/drawings/_rels/drawing${number}.xml.rels`]: relationship(
      'chart',
      'chart',
      `../charts/chart${number}.xml`,
    ),
    [chartPath(number)]: chartXml(sheet, chart),
  };
}

export const drawingPath = (number: number) => `xl/drawings/drawing${number}.xml`;
export const chartPath = (number: number) => `xl/charts/chart${number}.xml`;

const relationship = (id: string, type: string, target: string) =>
  `${HEAD}<Relationships xmlns="${OPEN}/package/2006/relationships"><Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;

function drawingXml({ title, place }: Chart): string {
  const corner = (name: string, side: 0 | 1) =>
    `<xdr:${name}><xdr:col>${place.columns[side]}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${place.lines[side]}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  const name = escapeText(title).replaceAll('"', '&quot;');
  return `${HEAD}<xdr:wsDr xmlns:xdr="${DRAWING}" xmlns:a="${MAIN}"><xdr:twoCellAnchor>${corner('from', 0)}${corner('to', 1)}<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="${name}" descr="${name}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${CHART}"><c:chart xmlns:c="${CHART}" xmlns:r="${OFFICE}" r:id="chart"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor></xdr:wsDr>`;
}

function chartXml(sheet: string, { title, names, heights, lines }: Chart): string {
  const quoted = `'${sheet.replaceAll("'", "''")}'`;
  const range = (column: string) =>
    escapeText(`${quoted}!$${column}$${lines[0]}:$${column}$${lines[1]}`);
  const words = `<a:bodyPr/><a:p><a:pPr><a:defRPr sz="1200" b="1"/></a:pPr><a:r><a:rPr sz="1200" b="1"/><a:t>${escapeText(title)}</a:t></a:r></a:p>`;
  const axis = (id: number, other: number, position: string, more: string) =>
    `<c:axId val="${id}"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="${position}"/>${more}<c:numFmt formatCode="General" sourceLinked="1"/><c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/><c:crossAx val="${other}"/><c:crosses val="autoZero"/>`;
  return `${HEAD}<c:chartSpace xmlns:c="${CHART}" xmlns:a="${MAIN}"><c:chart><c:title><c:tx><c:rich>${words}</c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:varyColors val="0"/><c:ser><c:idx val="0"/><c:order val="0"/><c:spPr><a:solidFill><a:srgbClr val="1F5FA8"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/><c:cat><c:strRef><c:f>${range(names)}</c:f></c:strRef></c:cat><c:val><c:numRef><c:f>${range(heights)}</c:f></c:numRef></c:val></c:ser><c:gapWidth val="40"/><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx>${axis(1, 2, 'b', '')}</c:catAx><c:valAx>${axis(2, 1, 'l', '<c:majorGridlines/>')}</c:valAx></c:plotArea><c:plotVisOnly val="1"/></c:chart></c:chartSpace>`;
}

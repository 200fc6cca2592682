/* chart.h: a picture of the standings: a line for each contender, a dot for what was
 * measured and a bar for its interval, in one panel or two side by side. */
#ifndef ROUNDHOUSE_ARENA_CHART_H
#define ROUNDHOUSE_ARENA_CHART_H

#include "arena/statistics.h"
#include "play/text.h"

enum { CHART_PANELS_MAX = 2 };

typedef enum ChartUnit { CHART_PER_CENT, CHART_POINTS } ChartUnit;

typedef struct ChartPanel {
    const char *title;
    ChartUnit unit; /* parts of 1 are shown in per cent */
    double values[CONTENDERS_MAX];
    Interval intervals[CONTENDERS_MAX];
    double reference; /* drawn as a dashed line */
    const char *reference_label;
} ChartPanel;

/* From top to bottom, in the order of the rows. */
typedef struct Chart {
    const char *title, *subtitle, *foot;
    const char *labels[CONTENDERS_MAX];
    int row_count;
    ChartPanel panels[CHART_PANELS_MAX];
    int panel_count;
} Chart;

/* Does the name end in .svg or .png? */
int chart_can_be(const char *path);

/* Draws it into a file, SVG or PNG by its name. 0, and a sentence in
 * *fault: it cannot be written. */
int chart_write(const Chart *chart, const char *path, Fault *fault);

#endif

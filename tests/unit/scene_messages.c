/* What is refused in scenes, with which words at which place; and that nothing else happens to damaged ones.
 */
#include "../../lib/gen/rng.h"
#include "scene_text.h"
#include <unistd.h>

static void refused(const char *text, const char *wanted)
{
    struct scene scene;
    const enum scene_next next = text_scene(&scene, text);
    const char *got = text_message();
    if (!ok(next == SCENE_FILE_BAD && text_messages.count == 1 && !strncmp(got, "s:", 2) &&
                !strcmp(got + 2, wanted),
            "%s", wanted))
        diag("%.100s: %s", text, got);
    ok(scene.bodies == 0 && !scene.body && !scene.pair, "nothing is left of it but its name");
    scene_free(&scene);
}

static void test_tokens(void)
{
    refused("", "1:1: there is no scene in this file");
    refused("# nothing\n;", "2:2: there is no scene in this file");
    refused("scene", "1:6: the file ends too early");
    refused("scene one", "1:7: a scene's name in quotes is expected here");
    refused("scene \"one", "1:7: a text without its closing quote on this line");
    refused("scene \"a\nb\"", "1:7: a text without its closing quote on this line");
    refused("scene \"\xff\"", "1:7: a text that is not UTF-8");
    refused("# \xc3\xa9\xc3\xa9\n# \xc3\xa9\xc3\xa9\n  @", "3:3: a character that means nothing here");
    refused("scene \"\xc3\xa9\" @", "1:11: a character that means nothing here");
    refused("let a = 2x", "1:9: a number that does not end like one");
    refused("let a = 1.2.3", "1:9: a number that does not end like one");
    refused("let a = 1e", "1:9: a number that does not end like one");
    refused("let a = 0x10", "1:9: a number that does not end like one");
    refused("let a = 1e61", "1:9: a number beyond 1e60");
    refused("let a = 1e999", "1:9: a number beyond 1e60");
    refused("time [0, 1e60*10]", "1:10: this has no value, or one that cannot be bounded");
    refused("time [0, 1e60*1.5]", "1:10: a number beyond 1e60");
}

static void test_expressions(void)
{
    refused("let a = ", "1:9: the file ends too early");
    refused("let a = )", "1:9: a number, a name or '(' is expected here");
    refused("let a = 1 + * 2", "1:13: a number, a name or '(' is expected here");
    refused("let a = (1 + 2", "1:15: the file ends too early");
    refused("let a = (1, 2)", "1:11: ')' is expected here");
    refused("let a = sin 1", "1:9: \"sin\" is a function: it lacks its \"(...)\"");
    refused("let a = sin(1, 2)", "1:9: a function of 1 argument has 2 here");
    refused("let a = atan2(1)", "1:9: a function of 2 arguments has 1 here");
    refused("let a = min(1)", "1:9: a function of 2 arguments or more has 1 here");
    refused("let a = min(1; 2)", "1:14: ',' or ')' is expected here");
    refused("let a = sin()", "1:13: a number, a name or '(' is expected here");
    refused("let a = cheb(t, 0, 1, 1)", "1:15: ';' is expected here, as in cheb(x; a, b; c0, c1)");
    refused("let a = cheb(t; 0; 1; 1)", "1:18: ',' is expected here, as in cheb(x; a, b; c0, c1)");
    refused("let a = cheb(t; 0, 1, 2)", "1:21: ';' is expected here, as in cheb(x; a, b; c0, c1)");
    refused("let a = cheb(t; 0, 1; 2; 3)", "1:24: ',' is expected here, as in cheb(x; a, b; c0, c1)");
    refused("let a = cheb(t; 0, 1)", "1:9: a function of 4 arguments or more has 3 here");
    refused("let a = cheb(t; 1, 1; 1)", "1:9: an empty domain: a < b in cheb(x; a, b; ...)");
    refused("let a = cheb(t; pi, pi; 1)", "1:9: an empty domain: a < b in cheb(x; a, b; ...)");
    refused("let a = cheb(t; 0, t; 1)", "1:9: a constant is expected here");
    refused("let f(a) = cheb(t; 0, a; 1)\nlet b = f(2)\nlet c = f(t)", "1:12: a constant is expected here");
    refused("let a = b", "1:9: an unknown name: \"b\"");
    refused("let a = 1 + a", "1:13: the definition of \"a\" uses itself");
    refused("let f(x) = 1", "1:7: \"x\" is a word of the language");
    refused("let f(a, a) = 1", "1:10: \"a\" is defined already");
    refused("let f(a) = f(a)", "1:12: the definition of \"f\" uses itself");
    refused("let f() = 1", "1:7: a name is expected here");
    refused("let f(a) = a let b = f", "1:22: \"f\" is a function: it lacks its \"(...)\"");
    refused("let f(a) = a let b = f + 1", "1:22: \"f\" is a function: it lacks its \"(...)\"");
    refused("let f(a) = a let b = f(1, 2)", "1:22: a function of 1 argument has 2 here");
    refused("let a = u", "1:9: there is no \"u\" here");
    refused("let a = 1 let a = 2", "1:15: \"a\" is defined already");
    refused("let sin = 1", "1:5: \"sin\" is a word of the language");
    refused("let torus = 1", "1:5: \"torus\" is a word of the language");
    refused("let body = 1", "1:5: \"body\" is a word of the language");
    refused("let 3 = 1", "1:5: a name is expected here");
    refused("let a 3", "1:7: '=' is expected here");
    refused("let a = 1 a = 2", "1:11: \"a\" begins no statement");
    refused("let a = 1 (2)", "1:11: a statement is expected here");
    refused("let an_unusually_long_name_that_is_cut_where_it_is_shown_to_the_reader = b + "
            "an_unusually_long_name_that_is_not_there_at_all",
            "1:74: an unknown name: \"b\"");
    refused("let a = an_unusually_long_name_that_is_not_there_at_all",
            "1:9: an unknown name: \"an_unusually_long_name_that_is_not_there...\"");
    refused("time [1/0, 2]", "1:7: this has no value, or one that cannot be bounded");
    refused("time [sqrt(-1), 2]", "1:7: this has no value, or one that cannot be bounded");
    refused("time [log(0), 2]", "1:7: this has no value, or one that cannot be bounded");
    refused("time [t, 2]", "1:7: a constant is expected here");
    refused("time [2, 2]", "1:6: an empty domain: [a, b] needs a < b");
    refused("time [3, 2]", "1:6: an empty domain: [a, b] needs a < b");
    refused("time (0, 2)", "1:6: '[' is expected here");
    refused("simultaneity 0", "1:14: this must be above 0");
    refused("separation -1", "1:12: this must be above 0");
}

#define HEAD "surface s { "
#define SPHERE HEAD "u in [0, 2*pi] v in [0, pi] x = cos(u)*sin(v) y = sin(u)*sin(v) z = cos(v) "
#define TWO "} body A = s body B = s"
#define GOOD "u in [0, 1] v in [0, 1] x = u y = v z = 0 "

static void test_shapes(void)
{
    refused(HEAD "}", "1:9: this surface lacks \"x\"");
    refused(HEAD "x = u y = v z = 0 u in [0, 1] }", "1:9: this surface lacks \"v\"");
    refused(HEAD GOOD "x = 1 }", "1:55: a second \"x\" in this surface");
    refused(HEAD GOOD "u in [0, 1] }", "1:55: a second \"u\" in this surface");
    refused(HEAD GOOD "w = 1 }", "1:55: \"w\" is nothing that a surface has");
    refused(HEAD GOOD "outward inward }", "1:63: a second \"inward\" in this surface");
    refused(HEAD GOOD "closed w }", "1:62: \"u\" or \"v\" is expected here");
    refused(HEAD GOOD "closed u pole u0 }", "1:69: this border was named already");
    refused(HEAD GOOD "pole u0 closed u }", "1:70: a border of this direction was named already");
    refused(HEAD GOOD "smooth w }", "1:62: a border is expected here: u0, u1, v0 or v1");
    refused(HEAD "u in [u, 1]", "1:19: a constant is expected here");
    refused(HEAD "u in [0, 1] x = y", "1:29: there is no \"y\" here");
    refused(HEAD GOOD, "1:55: the file ends too early");
    refused(HEAD "let a = 1 } ", "1:9: this surface lacks \"x\"");
    refused("let a = 1\n" HEAD "let a = 2 }", "2:17: \"a\" is defined already");
    refused("surface s 1", "1:11: '{' is expected here");
    refused("implicit i { }", "1:10: this shape lacks \"f\"");
    refused("implicit i { f = x f = y }", "1:20: a second \"f\" in this shape");
    refused("implicit i { f = u }", "1:18: there is no \"u\" here");
    refused("implicit i { g = u }", "1:14: \"g\" is nothing that an implicit shape has");
    refused("implicit i { box [0, 1] [0, 1] }", "1:32: '[' is expected here");
    refused("implicit i { box [0, 1] [0, 1] [1, 0] }", "1:32: an empty domain: [a, b] needs a < b");
    refused("implicit i { box [0, 1] [0, 1] [0, 1] box }", "1:39: a second \"box\" in this shape");
    refused("implicit i sphere(1)", "1:12: '=' or '{' is expected here");
    refused("implicit i = union(i)", "1:20: the definition of \"i\" uses itself");
    refused("implicit i = union(j)", "1:20: an unknown shape: \"j\"");
    refused("implicit i = union(sphere(1)", "1:29: the file ends too early");
    refused("implicit i = union(sphere(1) sphere(2))", "1:30: ',' or ')' is expected here");
    refused("implicit i { f = x sheet } implicit j = union(i, i)",
            "1:47: \"i\" is a sheet, which has no inside");
    refused("implicit i { f = x box [0, 1] [0, 1] [0, 1] } implicit j { f = y box [2, 3] [0, 1] [0, 1] }\n"
            "implicit k = intersection(i, j)",
            "2:26: the boxes of these shapes have nothing in common");
    refused(HEAD GOOD "} implicit j = union(s)", "1:76: \"s\" is no implicit shape");
    refused("implicit i = moved sphere(1)", "1:20: '{' is expected here");
    refused("implicit i = moved { sphere(1) move (0, 0, 1)", "1:46: the file ends too early");
    refused("implicit i = moved { sphere(1) } time [0, 2]",
            "1:39: the scene's time must stand before what moves in it");
    refused("implicit i = moved { sphere(1) move (0, 0, 1/0) }", "1:22: this shape has no place at any time");
    refused("implicit i = bumpy(1, 0.1, 2, 3)", "1:14: bumpy has no implicit form");
    refused("implicit i = bezier(\"a\")", "1:14: bezier has no implicit form");
    refused("solid s { }", "1:7: a solid needs faces");
    refused("solid s { sphere }", "1:11: \"face\", \"edge\" or \"vertex\" is expected here");
    refused(HEAD GOOD "} solid c { face s }",
            "1:72: \"s\" is a sheet: a face of a solid is outward or inward");
    refused(HEAD GOOD "outward }\nsolid c { face s face s }", "2:23: \"s\" is a face already");
    refused(HEAD GOOD "outward }\nsolid c { face s edge s.u0 edge s.u0 }",
            "2:33: this border is an edge already");
    refused(HEAD GOOD "outward }\nsolid c { face s edge s.u0 = s.u0 }",
            "2:30: this border is an edge already");
    refused(HEAD GOOD "outward }\nsolid c { face s edge a.u0 }", "2:23: \"a\" is no face of this solid");
    refused(HEAD GOOD "outward }\nsolid c { face s edge s u0 }",
            "2:25: '.' and a border are expected here, as in side.u0");
    refused(HEAD GOOD "outward }\nsolid c { face s vertex s.u0 }",
            "2:27: a corner is expected here: u0v0, u1v0, u0v1 or u1v1");
    refused("implicit i { f = x } solid c { face i }", "1:37: \"i\" is no surface, as faces are");
    refused("let a = 1 solid c { face a }", "1:26: \"a\" is no shape");
}

/* What is said of sides and borders. */
static void test_claims(void)
{
    refused(SPHERE "\n outward closed u pole v0 pole v1 " TWO,
            "2:2: Su x Sv of this closed surface points inward");
    refused("surface s { u in [0, pi] v in [0, 2*pi] y = cos(u) x = sin(u)*sin(v) z = sin(u)*cos(v)\n inward "
            "closed v pole u0 pole u1 " TWO,
            "2:2: Su x Sv of this closed surface points outward");
    refused(
        "surface s { u in [0, 2*pi] v in [0, 2*pi] x = cos(u)*(3+sin(v)) y = sin(u)*(3+sin(v)) z = cos(v)\n"
        " outward closed u closed v " TWO,
        "2:2: Su x Sv of this closed surface points inward");
    refused("surface s { u in [0, 2*pi] v in [0, pi] x = cos(u)*sin(v) y = sin(u)*sin(v)\n z = "
            "2/pi*atan2(cos(v), sqrt(sin(v)^2)) outward closed u pole v0 pole v1 " TWO,
            "2:41: Su x Sv of this closed surface seems to point inward");
    refused(SPHERE "\nclosed v" TWO, "2:8: these borders are not at the same points");
    refused(SPHERE "\npole v0 pole u0" TWO, "2:14: this border is not one point");
    refused("surface s { u in [0, 1] v in [0, 1] x = u*t*1e-5 y = 1 + v z = 0\n pole v0 closed u" TWO,
            "2:7: this border is not one point");
    refused("surface a { u in [0, 1] v in [0, 1] x = u y = v z = 0 outward }\n"
            "surface b { u in [0, 1] v in [0, 1] x = v y = 0 z = u outward }\n"
            "solid s { face a face b edge a.v0 = b.v0 " TWO,
            "3:30: the sides of these faces do not agree along this edge, or it is reversed");
    refused("surface a { u in [0, 1] v in [0, 1] x = u y = v z = 0 inward }\n"
            "surface b { u in [0, 1] v in [0, 1] x = u y = 0 z = v outward }\n"
            "solid s { face a face b edge a.v0 = b.v0 reversed " TWO,
            "3:30: the sides of these faces do not agree along this edge");
    refused("surface a { u in [0, 1] v in [0, 1] x = u y = v z = 0 inward }\n"
            "surface b { u in [0, 1] v in [0, 1] x = u y = 0 z = v outward }\n"
            "solid s { face a face b edge a.v0 = b.v1 reversed " TWO,
            "3:30: these borders are not at the same points");
    refused("surface a { u in [1, 2] v in [1, 2] x = u y = v z = 1 inward }\n"
            "surface b { u in [1, 2] v in [1, 2] x = u y = 1 z = v outward }\n"
            "solid s { face a face b edge a.v0 = b.v0 " TWO,
            "3:7: the sides of this solid are wrong: its volume is negative");
}

static void test_bodies(void)
{
    refused("body A = sphere(1)", "1:1: a scene needs two bodies or more");
    refused(
        "body A = implicit plane()\nbody B = implicit plane() turn axis (1, 0, 0) by 1",
        "1:1: bodies \"A\" and \"B\" both have no end in the same direction: give one of their shapes a box, "
        "or say which pairs to test");
    refused("body A = sphere", "1:16: the file ends too early");
    refused("body A = sphere(0) ", "1:17: this must be above 0");
    refused("body A = sphere(t) ", "1:17: a constant is expected here");
    refused("body A = sphere() ", "1:16: sphere needs 1 number here");
    refused("body A = sphere(1, 2) ", "1:16: sphere needs 1 number here");
    refused("body A = torus(1) ", "1:15: torus needs 2 numbers here");
    refused("body A = torus(1, 2) ", "1:10: torus(R, r) needs R > r");
    refused("body A = superquadric(1, 1, 1, 2, 1) ",
            "1:10: superquadric(a, b, c, e1, e2) needs e1 < 2 and e2 < 2");
    refused("body A = bumpy(1, 1, 1, 1) ", "1:10: bumpy(r, amplitude, nu, nv) needs -1 < amplitude < 1");
    refused("body A = bumpy(1, 0.1, 1.5, 1) ",
            "1:10: bumpy(r, amplitude, nu, nv) needs whole nu and nv from 0 to 1000");
    refused("body A = implicit plane(1, 2) ", "1:24: plane needs 0 numbers here");
    refused("body A = implicit A ", "1:19: a built-in shape is expected here, as in implicit sphere(1)");
    refused("body A = A ", "1:10: \"A\" is no shape");
    refused("body A = B ", "1:10: an unknown name: \"B\"");
    refused("body A = 3 ", "1:10: the name of a shape is expected here");
    refused("body A = sphere(1) scale 0", "1:26: this must be above 0");
    refused("body A = sphere(1) scale t", "1:26: a constant is expected here");
    refused("body A = sphere(1) turn by 3", "1:25: \"axis\" or \"quaternion\" is expected here");
    refused("body A = sphere(1) turn axis (0, 1-1, 0) by t", "1:30: an axis of length 0");
    refused("body A = sphere(1) turn axis (0, 1, 0) 3", "1:40: \"by\" is expected here");
    refused("body A = sphere(1) turn quaternion (0, 0, 0, 0)", "1:36: a quaternion of length 0");
    refused("body A = sphere(1) turn quaternion (0, 0, 0)", "1:44: ',' is expected here");
    refused("body A = sphere(1) move (1, 2)", "1:30: ',' is expected here");
    refused("body A = sphere(1) move (1, 2, 3, 4)", "1:33: ')' is expected here");
    refused("body A = sphere(1) move (x, 2, 3)", "1:26: there is no \"x\" here");
    refused("body A = sphere(1) body A = sphere(1)", "1:25: \"A\" is defined already");
    refused("body A = sphere(1) pair A A", "1:25: a pair of one body with itself");
    refused("body A = sphere(1) pair A B", "1:27: an unknown name: \"B\"");
    refused("body A = sphere(1) let b = 1 pair A b", "1:37: \"b\" is no body");
    refused("body A = sphere(1) let b = A + 1", "1:28: \"A\" is no number");
    refused("body A = sphere(1) pair A 3", "1:27: the name of a body is expected here");
    refused("body A = sphere(1) body B = A", "1:29: \"A\" is no shape");
    refused("body A = sphere(1) body B = sphere(1) track A B at (0, 0, 0) 3",
            "1:62: \"radius\" is expected here");
    refused("body A = sphere(1) body B = sphere(1) track A B at (0, 0, 0) radius 0",
            "1:69: this must be above 0");
    refused("body A = sphere(1) body B = sphere(1) track A B (0, 0, 0)", "1:49: \"at\" is expected here");
    refused("expect nothing", "1:8: \"time\", \"free\", \"overlap\", \"points\" or \"set\" is expected here");
    refused("expect points 1.5", "1:15: a whole number is expected here");
    refused("expect points 0", "1:15: this must be above 0");
    refused("expect time 1 expect time 2", "1:27: a second time is expected");
    refused("expect free expect points 2",
            "1:20: a scene without contacts has no time, points or set of them");
    refused("expect set { " GOOD "outward }", "1:56: \"outward\" is nothing that a set has");
}

/* ---- Files that scenes name ---- */

static char folder[] = "/tmp/ccdq-scene-XXXXXX";

static void write_file(const char *name, const char *text)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    if (f) fputs(text, f);
    if (!f || fclose(f) != 0) diag("cannot write %s", path);
}

/* A scene beside the model, whose message is about the model. */
static void model_refused(const char *shape, const char *model, const char *wanted)
{
    char text[300], name[300], expected[500];
    struct scene scene;
    if (model) write_file("model", model);
    snprintf(text, sizeof text, "body A = %s(\"%s\") body B = sphere(1)", shape, model ? "model" : "none");
    snprintf(name, sizeof name, "%s/scene", folder);
    snprintf(expected, sizeof expected, "%s/scene:1:%zu: %s/%s", folder, strlen(shape) + 11, folder, wanted);
    messages_clear(&text_messages);
    struct scene_file *file = scene_file_of(name, text, strlen(text));
    const enum scene_next next = scene_file_next(file, &scene, &text_messages);
    if (!ok(next == SCENE_FILE_BAD && !strcmp(text_message(), expected), "%s", wanted))
        diag("%s", text_message());
    scene_free(&scene);
    scene_file_close(file);
}

#define XML "<xml><Geometry type=\"TensorNurbs2\"><KnotVector degree=\"1\">0 0 1 1</KnotVector>\n"
#define XML_TWO XML "<KnotVector degree=\"1\">0 0 1 1</KnotVector>\n"
#define XML_POINTS "<coefs geoDim=\"3\">0 0 0 1 0 0 0 1 0 1 1 0</coefs>\n"

static void test_models(void)
{
    char path[300];
    if (!ok(mkdtemp(folder) != NULL, "a folder for models")) return;
    model_refused("bezier", NULL, "none: No such file or directory");
    model_refused("bezier", "", "model:1: how many patches there are is expected");
    model_refused("bezier", "1\n1 16\n", "model:2: two degrees from 1 to 15 are expected");
    model_refused("bezier", "1\n1 1\n0 0 0\n1 0 0\n0 1 0\n1 1 a\n",
                  "model:6: a number is expected, 1e60 in size at most");
    model_refused("bezier", "1\n1 1\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n7", "model:7: more than its patches");
    model_refused("nurbs", "<xml>\n</xml>", "model:2: there is no geometry");
    model_refused("nurbs", "<xml>\n<Geometry type=\"x\"/></xml>",
                  "model:2: a geometry that is neither a TensorBSpline2 nor a TensorNurbs2");
    model_refused("nurbs", "<xml>\n<Geometry", "model:2: a tag without its '>'");
    model_refused("nurbs", XML XML_POINTS "</Geometry></xml>", "model:3: two knot vectors are expected");
    model_refused("nurbs",
                  XML "<KnotVector degree=\"1\">0 0 1 0.5</KnotVector>" XML_POINTS "</Geometry></xml>",
                  "model:3: knots that do not ascend");
    model_refused("nurbs", XML "<KnotVector degree=\"1\">0 0 0 0</KnotVector>" XML_POINTS "</Geometry></xml>",
                  "model:3: knots that are all the same");
    model_refused("nurbs", XML "<KnotVector degree=\"1\">0 0 1</KnotVector>" XML_POINTS "</Geometry></xml>",
                  "model:3: too few knots");
    model_refused("nurbs", XML "<KnotVector>0 0 1</KnotVector>" XML_POINTS "</Geometry></xml>",
                  "model:2: a knot vector needs a degree from 1 to 15");
    model_refused("nurbs", XML_TWO "<coefs geoDim=\"2\">0 0</coefs></Geometry></xml>",
                  "model:3: points of three coordinates are expected");
    model_refused("nurbs", XML_TWO "<coefs geoDim=\"3\">0 0 0</coefs></Geometry></xml>",
                  "model:3: not as many points as the knots ask for");
    model_refused("nurbs", XML_TWO "<coefs geoDim=\"3\">0 0 0\n1 0 x\n0 1 0\n</coefs></Geometry></xml>",
                  "model:4: a number is expected, 1e60 in size at most");
    model_refused("nurbs", XML_TWO XML_POINTS "<weights>1</weights></Geometry></xml>",
                  "model:4: not as many weights as points");
    model_refused("nurbs", XML_TWO XML_POINTS "<weights>1 1 1 -1</weights></Geometry></xml>",
                  "model:4: a weight that is not above 0");
    snprintf(path, sizeof path, "%s/model", folder);
    unlink(path);
    ok(rmdir(folder) == 0, "the folder is as it was");
    refused("body A = bezier(3)", "1:17: the name of a file in quotes is expected here");
    refused("body A = bezier(\"-\")", "1:17: the name of a file in quotes is expected here");
}

/* ---- Damaged scenes ---- */

static const char good_text[] =
    "scene \"all\" time [0, 2] simultaneity 1e-3 separation 0.04\n"
    "let r = 0.3 let wave(a, b) = sin(5*a)*sin(6*b) - t^2\n"
    "surface bump { u in [0, 2*pi] v in [0, pi] let k = 1 + 0.1*wave(u, v) x = k*sin(v)*cos(u)\n"
    " y = k*sin(v)*sin(u) z = max(k*cos(v), -2, -v) inward closed u pole v0 smooth v1 }\n"
    "implicit blob { f = x^2 + y^2 + z^2 - r box [-2, 2] [-2, 2] [-2, 2] }\n"
    "implicit cup = difference(blob, moved { torus(1, 0.2) turn axis (0, 1, 0) by t }, box(1, 2, 3))\n"
    "solid can { face bump edge bump.v0 vertex bump.u0v0 }\n"
    "body A = bump scale 2 turn axis (0, 0, 1) by 2*t turn quaternion (1, t, 0, 0) move (0, 0, 3 - t)\n"
    "body B = implicit sphere(1) move (cheb(t; 0, 2; 1, 2, 3), 0, 0); body C = cup body D = can\n"
    "pair A B pair A C track A B at (t, 0, 0) radius 0.1\n"
    "expect time [0.5, 0.6] expect points 2 expect set { u in [0, 1] v in [0, 1] x = u y = v z = t }\n";

/* Pieces of the text itself, which make sense more often than random bytes do. */
static size_t mutate(struct rng *rng, char *text, size_t n, size_t room)
{
    static const char signs[] = "+-*/^()[]{},;=.\"#0 1\n";
    const unsigned changes = rng_below(rng, 4) ? 1 : 3;
    for (unsigned i = 0; i < changes && n > 1; i++) {
        const size_t at = rng_below(rng, (unsigned)n), from = rng_below(rng, (unsigned)n);
        size_t length = 1 + rng_below(rng, 12);
        switch (rng_below(rng, 4)) {
        case 0:
            text[at] = (char)rng_below(rng, 256);
            break;
        case 1:
            text[at] = signs[rng_below(rng, sizeof signs - 1)];
            break;
        case 2: /* cut out */
            if (length > n - at) length = n - at;
            memmove(text + at, text + at + length, n - at - length);
            n -= length;
            break;
        default: /* repeat somewhere */
            if (length > n - from) length = n - from;
            if (n + length > room) break;
            memmove(text + at + length, text + at, n - at);
            memmove(text + at, text + (from >= at ? from + (from + length < n ? length : 0) : from), length);
            n += length;
        }
    }
    return n;
}

static void test_damage(void)
{
    const unsigned n = getenv("CCDQ_LONG") ? 50000 : 4000;
    unsigned read = 0, refused_ones = 0, wrong = 0;
    for (unsigned i = 0; i < n; i++) {
        struct rng rng = rng_at(7, i);
        char text[2 * sizeof good_text];
        memcpy(text, good_text, sizeof good_text);
        const size_t length =
            i ? mutate(&rng, text, sizeof good_text - 1, sizeof text) : sizeof good_text - 1;
        struct messages m = {0};
        struct scene scene;
        struct scene_file *file = scene_file_of("s", text, length);
        for (enum scene_next next; (next = scene_file_next(file, &scene, &m)) != SCENE_FILE_END;) {
            read += next == SCENE_FILE_SCENE;
            refused_ones += next == SCENE_FILE_BAD;
            if (m.count != (next == SCENE_FILE_BAD)) wrong++;
            messages_clear(&m);
            scene_free(&scene);
        }
        scene_file_close(file);
        messages_free(&m);
        if (i == 0) ok(read == 1, "the undamaged scene is read");
    }
    ok(wrong == 0 && read > n / 100 && refused_ones > n / 3,
       "%u damaged scenes are read or refused, with one message each", n);
    diag("%u read, %u refused", read, refused_ones);
}

int main(void)
{
    test_tokens();
    test_expressions();
    test_shapes();
    test_claims();
    test_bodies();
    test_models();
    test_damage();
    messages_free(&text_messages);
    return tap_done();
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanBook} from "../../src/loans/ILoanBook.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {LeverageFixture} from "../helpers/LeverageFixture.sol";

/// @dev A leveraged purchase against the same made by hand: trades and loans, one after the other, from the same state.
contract LeverageLoopTest is LeverageFixture {
    struct Outcome {
        uint256 collateral;
        uint256 debt;
        uint256 borrowed;
        uint256 spent;
        uint256 taxes;
        uint256[2] tideReserves;
        uint256[2] tokenReserves;
        uint256 tideLent;
        uint256 tokenLent;
        uint256 floor;
        uint256 tideCash;
        uint256 tokenCash;
    }

    uint256[6] private multipliers = [uint256(0), 1, 30, 50, 80, 100];

    /// Every round takes a loan of its own, the last ones below the smallest loan that is allowed. So TIDE gets its code
    /// with that one number lowered to 1.
    function setUp() public override {
        super.setUp();
        bytes memory code = address(main).code;
        _lowerSmallestLoan(code);
        vm.etch(address(main), code);
        vm.assertEq(main.minimumLoan(), 1);
    }

    /// forge-config: default.fuzz.runs = 30
    /// forge-config: deep.fuzz.runs = 1000
    function testFuzz_equalsTheLoop(uint256 seed) public {
        address token = tokenOf(multipliers[seed % multipliers.length]);
        _compare(token, seed);
    }

    function test_equalsTheLoopForEveryMultiplier() public {
        for (uint256 i; i < multipliers.length; ++i) {
            _compare(tokenOf(multipliers[i]), next(i));
        }
    }

    /// A loan through the hub has at least 10 days. For a leverage of fewer days the formulas are written out here.
    /// forge-config: default.fuzz.runs = 100
    /// forge-config: deep.fuzz.runs = 10000
    function testFuzz_shortTermsFollowTheFormulas(uint256 seed) public {
        buy(BOB, address(main), usdbOf(draw(seed, 1), 1e18, 100_000e18));
        uint256 amount = usdbOf(draw(seed, 2), 1e18, 1_000_000e18);
        uint256 numberOfDays = bound(seed, 1, 9);
        (uint256 supply, uint256 r1) = (main.totalSupply(), main.reserve1());
        (uint256 bought, uint256 debt, uint256 input) = (0, 0, amount);
        for (uint256 round; round < 300 && input * 1_000 >= amount; ++round) {
            uint256 net = input - (input * 50 + 9_999) / 10_000;
            uint256 out = net * (10_000e18 + supply) / (r1 + net);
            (supply, r1, bought) = (supply + out, r1 + net, bought + out);
            uint256 value = out * r1 / (10_000e18 + supply);
            uint256 fee = (value * (2_000 + 5 * numberOfDays) + 99_999) / 100_000;
            (r1, debt, input) = (r1 + fee - fee / 2, debt + value, value - fee);
        }
        uint256 before = usdb.balanceOf(TRADER);
        vm.assertEq(leverage(address(main), amount, numberOfDays), bought, "collateral");
        vm.assertEq(positionOf(1).fullAmount, debt, "debt");
        vm.assertEq(before - usdb.balanceOf(TRADER), amount - input, "own money");
        vm.assertEq(main.reserve1(), r1, "reserve");
    }

    function _startSurge(address token) private {
        uint256 rate = taxes.maxSurgeRate(FactoryToken(token).hybridMultiplier());
        vm.prank(DEV);
        taxes.startSurgeTax(rate, 0, 1 hours, token);
    }

    function _compare(address token, uint256 seed) private {
        buy(BOB, address(main), usdbOf(draw(seed, 1), 1e18, 100_000e18));
        buy(BOB, token, usdbOf(draw(seed, 2), 1e18, 100_000e18));
        if (seed % 2 == 0 && token != address(main)) _startSurge(token);
        uint256 amount = usdbOf(draw(seed, 3), 1e18, 1_000_000e18);
        uint256 numberOfDays = bound(draw(seed, 4), 10, 1_000);
        uint256 state = vm.snapshotState();
        Outcome memory loop = _byHand(token, amount, numberOfDays);
        vm.revertToState(state);
        Outcome memory atOnce = _atOnce(token, amount, numberOfDays);
        vm.assertEq(atOnce.collateral, loop.collateral, "collateral");
        vm.assertEq(atOnce.debt, loop.debt, "debt");
        vm.assertEq(atOnce.borrowed, loop.borrowed, "borrowed");
        vm.assertEq(atOnce.spent, loop.spent, "spent");
        vm.assertEq(atOnce.taxes, loop.taxes, "taxes");
        _comparePools(atOnce, loop);
    }

    function _comparePools(Outcome memory atOnce, Outcome memory loop) private pure {
        for (uint256 i; i < 2; ++i) {
            vm.assertEq(atOnce.tideReserves[i], loop.tideReserves[i], "reserves of TIDE");
            vm.assertEq(atOnce.tokenReserves[i], loop.tokenReserves[i], "reserves of the token");
        }
        vm.assertEq(atOnce.tideLent, loop.tideLent, "USDB lent");
        vm.assertEq(atOnce.tokenLent, loop.tokenLent, "TIDE lent");
        vm.assertEq(atOnce.floor, loop.floor, "floor");
        vm.assertEq(atOnce.tideCash, loop.tideCash, "USDB held");
        vm.assertEq(atOnce.tokenCash, loop.tokenCash, "TIDE held");
    }

    function _byHand(address token, uint256 amount, uint256 numberOfDays)
        private
        returns (Outcome memory outcome)
    {
        uint256 before = usdb.balanceOf(TRADER);
        uint256 input = amount;
        for (uint256 round; round < 300 && input * 1_000 >= amount; ++round) {
            uint256 bought = buy(TRADER, token, input);
            uint256 held = usdb.balanceOf(TRADER);
            vm.prank(TRADER);
            uint256 id = hub.takeLoan(address(main), token, bought, numberOfDays);
            input = usdb.balanceOf(TRADER) - held;
            outcome.collateral += bought;
            outcome.borrowed += input;
            outcome.debt += hub.getUserLoanDetails(TRADER, id).fullAmount;
        }
        outcome.spent = before - usdb.balanceOf(TRADER);
        _readPools(outcome, token);
    }

    function _atOnce(address token, uint256 amount, uint256 numberOfDays)
        private
        returns (Outcome memory outcome)
    {
        uint256 before = usdb.balanceOf(TRADER);
        leverage(token, amount, numberOfDays);
        ILoanBook.LoanDetails memory position = positionOf(main.leverageCount(TRADER));
        outcome.collateral = position.collateralAmount;
        outcome.debt = position.fullAmount;
        outcome.borrowed = position.borrowedAmount;
        outcome.spent = before - usdb.balanceOf(TRADER);
        vm.assertEq(position.leverage.leverageBuyAmount, outcome.spent, "own money");
        _readPools(outcome, token);
    }

    function _readPools(Outcome memory outcome, address token) private view {
        outcome.taxes = _taxesPaid(token);
        outcome.tideReserves = [main.reserve0(), main.reserve1()];
        outcome.tideLent = main.lent();
        outcome.tideCash = usdb.balanceOf(address(main));
        if (token == address(main)) return;
        FactoryToken pool = FactoryToken(token);
        outcome.tokenReserves = [pool.reserve0(), pool.reserve1()];
        outcome.tokenLent = pool.lent();
        outcome.floor = pool.calculateTokenFloor();
        outcome.tokenCash = main.balanceOf(token);
    }

    /// @dev All receivers together: the split of a sum rounds differently than the splits of its parts.
    function _taxesPaid(address token) private view returns (uint256) {
        return usdb.balanceOf(TREASURY) + usdb.balanceOf(TIDE_DEV) + usdb.balanceOf(DEV)
            + (token == address(main) ? 0 : usdb.balanceOf(token));
    }

    function _lowerSmallestLoan(bytes memory code) private pure {
        bytes8 smallest = bytes8(uint64(0.99e18));
        uint256 found;
        for (uint256 i; i + 8 <= code.length; ++i) {
            bytes32 word;
            assembly ("memory-safe") {
                word := mload(add(add(code, 32), i))
            }
            if (bytes8(word) != smallest) continue;
            for (uint256 j; j < 8; ++j) {
                code[i + j] = bytes1(j == 7 ? 1 : 0);
            }
            ++found;
        }
        vm.assertGe(found, 1, "the number is in the code");
    }
}

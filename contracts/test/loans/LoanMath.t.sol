// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {LoanMath} from "../../src/loans/LoanMath.sol";
import {Test} from "../helpers/Test.sol";

contract LoanMathTest is Test {
    function test_fees() public pure {
        vm.assertEq(LoanMath.fee(1_000e18, 10), 20.5e18);
        vm.assertEq(LoanMath.fee(1_000e18, 365), 38.25e18);
        vm.assertEq(LoanMath.fee(1_000e18, 1_000), 70e18);
        vm.assertEq(LoanMath.dailyFee(1_000e18, 10), 0.5e18);
        vm.assertEq(LoanMath.dailyFee(1_000e18, 0), 0);
        // One division, rounded up.
        vm.assertEq(LoanMath.fee(1, 10), 1);
        vm.assertEq(LoanMath.fee(100_001, 10), 2_051);
        vm.assertEq(LoanMath.dailyFee(20_001, 1), 2);
    }

    function test_begunDaysCount() public {
        vm.warp(1_000);
        vm.assertEq(LoanMath.daysUntil(1_000 + 1), 1);
        vm.assertEq(LoanMath.daysUntil(1_000 + 1 days), 1);
        vm.assertEq(LoanMath.daysUntil(1_001 + 1 days), 2);
    }

    /// The least collateral covers the value, and 1 wei less does not.
    function testFuzz_leastCollateral(uint256 value, uint256 scaled0, uint256 r1, uint256 floor) public pure {
        value = bound(value, 1, type(uint96).max);
        scaled0 = bound(scaled0, 1e18, 1e30);
        r1 = bound(r1, 1e18, 1e30);
        floor = bound(floor, 1, 1e30);
        uint256 tokens = LoanMath.collateralAtPrice(value, scaled0, r1);
        vm.assertTrue(LoanMath.valueAtPrice(tokens, scaled0, r1) >= value);
        vm.assertTrue(LoanMath.valueAtPrice(tokens - 1, scaled0, r1) < value);
        tokens = LoanMath.collateralAtFloor(value, floor);
        vm.assertTrue(LoanMath.valueAtFloor(tokens, floor) >= value);
        vm.assertTrue(LoanMath.valueAtFloor(tokens - 1, floor) < value);
    }

    /// Adding collateral in two parts never lends more than in one.
    function testFuzz_partsAreNeverWorthMore(uint256 first, uint256 second, uint256 scaled0, uint256 r1)
        public
        pure
    {
        first = bound(first, 0, type(uint96).max);
        second = bound(second, 0, type(uint96).max);
        scaled0 = bound(scaled0, 1e18, 1e30);
        r1 = bound(r1, 1e18, 1e30);
        uint256 parts = LoanMath.valueAtPrice(first, scaled0, r1) + LoanMath.valueAtPrice(second, scaled0, r1);
        vm.assertTrue(parts <= LoanMath.valueAtPrice(first + second, scaled0, r1));
    }
}

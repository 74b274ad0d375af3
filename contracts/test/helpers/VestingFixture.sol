// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {IVesting} from "../../src/vesting/IVesting.sol";
import {LoanFixture} from "./LoanFixture.sol";

/// @dev Exchange and loan hub with the vesting contract. DEV has 4,950 of a listed token, approved to it, and creates schedules for
/// BENEFICIARY.
abstract contract VestingFixture is LoanFixture {
    address internal constant BENEFICIARY = address(0xbe7ef1);
    uint256 internal constant DAY = 1 days;

    IVesting internal vesting;
    FactoryToken internal reef;

    function setUp() public virtual override {
        super.setUp();
        vesting = IVesting(deploy("Vesting", abi.encode(swap, OPERATOR)));
        vm.startPrank(OPERATOR);
        factory.setVesting(address(vesting));
        hub.setVesting(address(vesting));
        vesting.setLoanHub(address(hub));
        vm.stopPrank();
        reef = launch(100, false, 0, 10_000);
        fund(DEV, 1_000_000e18);
        buy(DEV, address(reef), 500_000e18);
        allow(DEV, address(reef));
    }

    function allow(address wallet, address token) internal {
        vm.prank(wallet);
        IERC20(token).approve(address(vesting), type(uint256).max);
    }

    /// @dev A gradual schedule of DEV that starts now and has steps of one second.
    function gradual(uint256 amount, uint256 durationInDays) internal returns (uint256) {
        return gradual(amount, durationInDays, 0);
    }

    function gradual(uint256 amount, uint256 durationInDays, uint8 timeUnit) internal returns (uint256) {
        uint256 start = vm.getBlockTimestamp();
        vm.prank(DEV);
        return vesting.createGradualVesting(
            BENEFICIARY, address(reef), amount, start, durationInDays, timeUnit, "", address(main)
        );
    }

    function cliff(uint256 amount, uint256 secondsAhead) internal returns (uint256) {
        uint256 unlockTime = vm.getBlockTimestamp() + secondsAhead;
        vm.prank(DEV);
        return vesting.createCliffVesting(
            BENEFICIARY, address(reef), amount, unlockTime, "", address(main)
        );
    }

    function claim(uint256 vestingId) internal returns (uint256) {
        uint256 held = reef.balanceOf(BENEFICIARY);
        vm.prank(BENEFICIARY);
        vesting.claimTokens(vestingId);
        return reef.balanceOf(BENEFICIARY) - held;
    }

    function skip(uint256 time) internal {
        vm.warp(vm.getBlockTimestamp() + time);
    }

    function launchAutoVest(uint256 bonding, uint256 duration, bool isGradual)
        internal
        returns (FactoryToken token)
    {
        vm.prank(DEV);
        token = FactoryToken(
            factory.createToken("AUTO", "Auto", 80, false, bonding, 1_000, true, duration, isGradual)
        );
        approve(ALICE, address(token));
        approve(BOB, address(token));
    }
}

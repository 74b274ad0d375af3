// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IVesting} from "../../src/vesting/IVesting.sol";
import {VestingFixture} from "../helpers/VestingFixture.sol";

/// @dev Claims and what creator and beneficiary change afterwards.
contract VestingTest is VestingFixture {
    function test_gradualReleasesSecondBySecond() public {
        uint256 start = vm.getBlockTimestamp() + 1 hours;
        vm.expectEmit(address(vesting));
        emit IVesting.VestingCreated(1, DEV, BENEFICIARY, address(reef), 864e18);
        vm.prank(DEV);
        uint256 id = vesting.createGradualVesting(
            BENEFICIARY, address(reef), 864e18, start, 10, 0, "Team", address(main)
        );
        vm.assertEq(id, 1);
        vm.assertEq(reef.balanceOf(address(vesting)), 864e18);
        vm.warp(start);
        vm.assertEq(vesting.getVestedAmount(id), 0);
        // 864 tokens in 864,000 seconds.
        vm.warp(start + 1);
        vm.assertEq(vesting.getVestedAmount(id), 0.001e18);
        vm.warp(start + 5 * DAY);
        vm.expectEmit(address(vesting));
        emit IVesting.TokensClaimed(id, 432e18);
        vm.assertEq(claim(id), 432e18);
        vm.assertEq(vesting.getClaimableAmount(id), 0);
        vm.warp(start + 6 * DAY);
        vm.assertEq(vesting.getVestedAmount(id), 518.4e18);
        vm.assertEq(vesting.getClaimableAmount(id), 86.4e18);
        vm.warp(start + 10 * DAY - 1);
        vm.assertEq(vesting.getVestedAmount(id), 863.999e18);
        skip(1);
        vm.assertEq(claim(id), 432e18);
        skip(1000 * DAY);
        vm.assertEq(vesting.getVestedAmount(id), 864e18);
        vm.assertEq(vesting.getVestingDetails(id).claimedAmount, 864e18);
        vm.assertEq(reef.balanceOf(address(vesting)), 0);
    }

    /// 2 days, 3 hours, 4 minutes and 5 seconds of 10 days are 183,845 seconds, 3,064 minutes, 51 hours or 2 days.
    function test_stepsFollowTheTimeUnit() public {
        uint256[4] memory vested = [
            uint256(183_845e18) / 864_000, uint256(183_840e18) / 864_000, uint256(51e18) / 240, uint256(0.2e18)
        ];
        for (uint8 unit; unit < 4; ++unit) {
            gradual(1e18, 10, unit);
        }
        skip(2 days + 3 hours + 4 minutes + 5);
        for (uint256 i; i < 4; ++i) {
            vm.assertEq(vesting.getVestedAmount(i + 1), vested[i]);
        }
        vm.warp(1_800_000_000 + 10 days);
        for (uint256 i; i < 4; ++i) {
            vm.assertEq(claim(i + 1), 1e18);
        }
    }

    function test_cliffReleasesEverythingAtOnce() public {
        uint256 id = cliff(100e18, 30 days);
        skip(30 days - 1);
        vm.assertEq(vesting.getVestedAmount(id), 0);
        vm.expectRevert(IVesting.NothingToClaim.selector);
        vm.prank(BENEFICIARY);
        vesting.claimTokens(id);
        skip(1);
        vm.assertEq(claim(id), 100e18);
        vm.expectRevert(IVesting.NothingToClaim.selector);
        vm.prank(BENEFICIARY);
        vesting.claimTokens(id);
    }

    function test_tideVestsToo() public {
        buy(ALICE, address(main), 1_000e18);
        allow(ALICE, address(main));
        vm.prank(ALICE);
        uint256 id = vesting.createCliffVesting(
            BENEFICIARY, address(main), 20e18, vm.getBlockTimestamp() + 1 hours, "", address(main)
        );
        skip(1 hours);
        vm.prank(BENEFICIARY);
        vesting.claimTokens(id);
        vm.assertEq(main.balanceOf(BENEFICIARY), 20e18);
    }

    function test_onlyTheBeneficiaryClaims() public {
        uint256 id = gradual(100e18, 10);
        skip(5 days);
        address[3] memory others = [DEV, ALICE, OPERATOR];
        for (uint256 i; i < 3; ++i) {
            vm.expectRevert(IVesting.OnlyBeneficiary.selector);
            vm.prank(others[i]);
            vesting.claimTokens(id);
        }
        vm.expectRevert(abi.encodeWithSelector(IVesting.VestingNotFound.selector, 2));
        vm.prank(BENEFICIARY);
        vesting.claimTokens(2);
        vm.expectRevert(abi.encodeWithSelector(IVesting.VestingNotFound.selector, 0));
        vesting.claimTokens(0);
    }

    /// The creator decides about the future only: what is vested goes to the old beneficiary.
    function test_aNewBeneficiaryGetsTheRest() public {
        uint256 other = cliff(1e18, 1 hours);
        uint256 id = gradual(100e18, 10);
        skip(3 days);
        vm.expectEmit(address(vesting));
        emit IVesting.TokensClaimed(id, 30e18);
        vm.expectEmit(address(vesting));
        emit IVesting.BeneficiaryChanged(id, BENEFICIARY, ALICE);
        vm.prank(DEV);
        vesting.changeBeneficiary(id, ALICE);
        vm.assertEq(reef.balanceOf(BENEFICIARY), 30e18);
        vm.expectRevert(IVesting.OnlyBeneficiary.selector);
        vm.prank(BENEFICIARY);
        vesting.claimTokens(id);
        skip(7 days);
        vm.prank(ALICE);
        vesting.claimTokens(id);
        vm.assertEq(reef.balanceOf(ALICE), 70e18);
        vm.assertEq(vesting.getVestingsByBeneficiary(BENEFICIARY)[0], other);
        vm.assertEq(vesting.beneficiaryCount(BENEFICIARY), 1);
        vm.assertEq(vesting.getVestingsByBeneficiary(ALICE)[0], id);
        // Nothing is claimable: nothing is paid.
        vm.prank(DEV);
        vesting.changeBeneficiary(id, BOB);
        vm.assertEq(reef.balanceOf(ALICE), 70e18);
    }

    function test_refusedBeneficiaries() public {
        uint256 id = gradual(100e18, 10);
        vm.expectRevert(IVesting.OnlyCreator.selector);
        vm.prank(BENEFICIARY);
        vesting.changeBeneficiary(id, ALICE);
        vm.startPrank(DEV);
        vm.expectRevert(IVesting.ZeroAddress.selector);
        vesting.changeBeneficiary(id, address(0));
        vm.expectRevert(IVesting.InvalidBeneficiary.selector);
        vesting.changeBeneficiary(id, address(vesting));
        vm.expectRevert(IVesting.InvalidBeneficiary.selector);
        vesting.changeBeneficiary(id, address(reef));
        // A contract of somebody may be a wallet.
        vesting.changeBeneficiary(id, address(this));
        vm.stopPrank();
        skip(10 days);
        vesting.claimTokens(id);
        vm.assertEq(reef.balanceOf(address(this)), 100e18);
    }

    function test_theCreatorGivesItsRoleAway() public {
        uint256 first = gradual(100e18, 10);
        uint256 id = gradual(100e18, 10);
        vm.expectRevert(IVesting.OnlyCreator.selector);
        vm.prank(ALICE);
        vesting.transferCreatorRole(id, ALICE);
        vm.startPrank(DEV);
        vm.expectRevert(IVesting.ZeroAddress.selector);
        vesting.transferCreatorRole(id, address(0));
        vm.expectEmit(address(vesting));
        emit IVesting.CreatorRoleTransferred(id, DEV, ALICE);
        vesting.transferCreatorRole(id, ALICE);
        vm.expectRevert(IVesting.OnlyCreator.selector);
        vesting.changeBeneficiary(id, DEV);
        vm.stopPrank();
        vm.assertEq(vesting.creatorCount(DEV), 1);
        vm.assertEq(vesting.getVestingsByCreator(DEV)[0], first);
        vm.assertEq(vesting.getVestingsByCreator(ALICE)[0], id);
        vm.prank(ALICE);
        vesting.changeBeneficiary(id, BOB);
        vm.assertEq(vesting.getVestingDetails(id).beneficiary, BOB);
    }

    function test_addedTokensVestLikeTheOthers() public {
        uint256 id = gradual(100e18, 10);
        skip(4 days);
        claim(id);
        vm.expectEmit(address(vesting));
        emit IVesting.VestingUpdated(id, DEV, BENEFICIARY, address(reef), 150e18);
        vm.prank(DEV);
        vesting.addTokensToVesting(id, 50e18);
        // 40 % of 150 are 60; 40 have been claimed.
        vm.assertEq(vesting.getVestedAmount(id), 60e18);
        vm.assertEq(claim(id), 20e18);
        skip(6 days);
        vm.assertEq(claim(id), 90e18);
        vm.assertEq(reef.balanceOf(address(vesting)), 0);
    }

    function test_refusedAdditions() public {
        uint256 id = gradual(100e18, 10);
        vm.expectRevert(IVesting.OnlyCreator.selector);
        vm.prank(BENEFICIARY);
        vesting.addTokensToVesting(id, 1e18);
        vm.startPrank(DEV);
        vm.expectRevert(IVesting.ZeroAmount.selector);
        vesting.addTokensToVesting(id, 0);
        vm.expectRevert(IVesting.AmountTooLarge.selector);
        vesting.addTokensToVesting(id, type(uint256).max);
        vm.expectRevert(IVesting.AmountTooLarge.selector);
        vesting.addTokensToVesting(id, type(uint128).max);
        vm.expectRevert();
        vesting.addTokensToVesting(id, 1_000_000e18);
        vm.stopPrank();
        vm.assertEq(vesting.getVestingDetails(id).totalAmount, 100e18);
    }

    /// 40 of 100 are vested after 4 of 10 days; along 20 days 40 are reached again on the eighth.
    function test_anExtensionKeepsWhatIsVested() public {
        uint256 id = gradual(100e18, 10);
        skip(4 days);
        vm.expectEmit(address(vesting));
        emit IVesting.VestingExtended(id, 10);
        vm.prank(DEV);
        vesting.extendVestingPeriod(id, 10);
        vm.assertEq(vesting.getVestedAmount(id), 40e18);
        vm.assertEq(claim(id), 40e18);
        skip(4 days);
        vm.assertEq(vesting.getClaimableAmount(id), 0);
        skip(1 days);
        vm.assertEq(vesting.getVestedAmount(id), 45e18);
        vm.assertEq(vesting.getVestingDetails(id).durationInDays, 20);
        skip(11 days);
        vm.assertEq(claim(id), 60e18);
    }

    function test_anExtendedCliffUnlocksLater() public {
        uint256 id = cliff(100e18, 1 days);
        vm.prank(BENEFICIARY);
        vesting.extendVestingPeriod(id, 2);
        skip(3 days - 1);
        vm.assertEq(vesting.getVestedAmount(id), 0);
        skip(1);
        vm.assertEq(claim(id), 100e18);
    }

    function test_refusedExtensions() public {
        uint256 id = gradual(100e18, 10);
        vm.expectRevert(IVesting.OnlyCreatorOrBeneficiary.selector);
        vm.prank(ALICE);
        vesting.extendVestingPeriod(id, 1);
        vm.startPrank(DEV);
        uint256[3] memory refused = [uint256(0), 981, type(uint256).max];
        for (uint256 i; i < 3; ++i) {
            vm.expectRevert(IVesting.InvalidDuration.selector);
            vesting.extendVestingPeriod(id, refused[i]);
        }
        vesting.extendVestingPeriod(id, 980);
        // Nobody can put the end off again and again.
        skip(989 days);
        vm.expectRevert(IVesting.InvalidDuration.selector);
        vesting.extendVestingPeriod(id, 1);
        skip(1 days);
        vm.expectRevert(IVesting.VestingEnded.selector);
        vesting.extendVestingPeriod(id, 1);
        vm.stopPrank();
    }

    /// The creator can put a cliff off up to 990 days after its creation, not more.
    function test_aCliffIsNotExtendedForEver() public {
        uint256 id = cliff(100e18, 10 days);
        skip(9 days);
        vm.startPrank(DEV);
        vesting.extendVestingPeriod(id, 980);
        skip(980 days);
        vm.expectRevert(IVesting.InvalidDuration.selector);
        vesting.extendVestingPeriod(id, 1);
        vm.stopPrank();
        skip(1 days);
        vm.assertEq(claim(id), 100e18);
    }

    /// Whatever is extended and added, in any order: vested never falls and never exceeds the total, and everything is
    /// claimable at the end.
    function testFuzz_vestedNeverFalls(uint256 seed, uint8 unit, bool isGradual) public {
        uint256 amount = amountOf(seed, 2_000e18);
        uint256 id = isGradual ? gradual(amount, 1 + seed % 100, unit % 4) : cliff(amount, 1 days + seed % 50 days);
        uint256 vested;
        uint256 claimed;
        for (uint256 i; i < 8; ++i) {
            seed = next(seed);
            skip(seed % 10 days);
            vm.assertGe(vesting.getVestedAmount(id), vested, "by time");
            vested = vesting.getVestedAmount(id);
            if (seed & 1 == 0 && vm.getBlockTimestamp() < vesting.getVestingDetails(id).unlockTime) {
                vm.prank(seed & 2 == 0 ? DEV : BENEFICIARY);
                vesting.extendVestingPeriod(id, 1 + seed % 90);
                vm.assertEq(vesting.getVestedAmount(id), vested, "by an extension");
            } else if (seed & 4 == 0) {
                uint256 added = amountOf(seed, 100e18);
                vm.prank(DEV);
                vesting.addTokensToVesting(id, added);
                amount += added;
                vm.assertGe(vesting.getVestedAmount(id), vested, "by an addition");
                vested = vesting.getVestedAmount(id);
            } else if (vesting.getClaimableAmount(id) > 0) {
                claimed += claim(id);
                vm.assertEq(claimed, vested, "claimed is vested");
            }
            vm.assertLe(vesting.getVestedAmount(id), amount, "total");
        }
        vm.warp(vesting.getVestingDetails(id).unlockTime);
        if (claimed < amount) claimed += claim(id);
        vm.assertEq(claimed, amount, "all in the end");
        vm.assertEq(reef.balanceOf(address(vesting)), 0);
    }
}
